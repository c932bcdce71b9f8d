// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.functions.FilterFunction;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.engine.chain.Output;
import io.millrace.util.OutputTag;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FusedClassesTest {

    private final FusedClasses classes = new FusedClasses();
    private final Collected end = new Collected();

    @Test
    void runsTheStepsInTheirOrderHoweverManyThereAre() {
        for (int length = 1; length <= 3 * FusedLinks.SLOTS + 1; length++) {
            List<FusedStep> steps = new ArrayList<>();
            StringBuilder expected = new StringBuilder("x");
            for (int i = 0; i < length; i++) {
                String mark = "/" + i;
                if (i % 3 == 2) {
                    steps.add(new FusedStep(null, null, v -> v + "c" + mark, "copy" + i, null));
                    expected.append('c').append(mark);
                } else if (i % 3 == 1) {
                    steps.add(filter(v -> true, "filter" + i));
                } else {
                    steps.add(map(v -> v + mark, "map" + i));
                    expected.append(mark);
                }
            }
            end.seen.clear();
            classes.fuse(steps, end).collect("x", 7);
            assertThat(end.seen).as("%s steps", length).containsExactly(expected + "@7");
        }
    }

    @Test
    void aFilteredRecordGoesNoFurther() {
        List<FusedStep> steps =
                List.of(
                        map(v -> (int) v + 1, "map"),
                        filter(v -> (int) v % 2 == 0, "filter"),
                        map(v -> (int) v * 10, "last"));
        Output<Object> run = classes.fuse(steps, end);
        for (int i = 0; i < 4; i++) {
            run.collect(i, 0);
        }
        assertThat(end.seen).containsExactly("20@0", "40@0");
    }

    @Test
    void aFailureNamesTheOperatorItCameFromInEachPartOfALongRun() {
        for (int at = 0; at < 2 * FusedLinks.SLOTS; at++) {
            List<FusedStep> steps = new ArrayList<>();
            for (int i = 0; i < 2 * FusedLinks.SLOTS; i++) {
                boolean broken = i == at;
                steps.add(
                        map(
                                v -> {
                                    if (broken) {
                                        throw new IllegalStateException("broken");
                                    }
                                    return v;
                                },
                                "map" + i));
            }
            Output<Object> run = classes.fuse(steps, end);
            String name = "map" + at;
            assertThatThrownBy(() -> run.collect("x", 0))
                    .isInstanceOfSatisfying(
                            OperatorFailure.class,
                            failure -> assertThat(failure.operator()).isEqualTo(name));
        }
    }

    @Test
    void runsOfTheSameFunctionsShareAClassAndOthersDoNot() {
        assertThat(classes.fuse(doubling(), end).getClass())
                .isSameAs(classes.fuse(doubling(), end).getClass())
                .isNotSameAs(FusedLinks.class)
                .isNotSameAs(classes.fuse(List.of(map(v -> v, "other")), end).getClass())
                .isNotSameAs(classes.fuse(doubling(), new Links.Nowhere()).getClass())
                .isNotSameAs(new FusedClasses().fuse(doubling(), end).getClass());
    }

    @Test
    void runsThatShareAClassKeepTheirOwnFunctionsAndEnds() {
        Collected other = new Collected();
        Output<Object> first = classes.fuse(adding(1), end);
        Output<Object> second = classes.fuse(adding(100), other);
        first.collect(1, 0);
        second.collect(1, 0);
        assertThat(first.getClass()).isSameAs(second.getClass());
        assertThat(end.seen).containsExactly("2@0");
        assertThat(other.seen).containsExactly("101@0");
    }

    @Test
    void noStepsAreNoRun() {
        assertThat(classes.fuse(List.of(), end)).isSameAs(end);
    }

    private static List<FusedStep> doubling() {
        return List.of(map(v -> v + "" + v, "double"));
    }

    private static List<FusedStep> adding(int number) {
        return List.of(map(v -> (int) v + number, "add"));
    }

    private static FusedStep map(MapFunction<Object, Object> function, String name) {
        return new FusedStep(function, null, null, name, null);
    }

    private static FusedStep filter(FilterFunction<Object> function, String name) {
        return new FusedStep(null, function, null, name, null);
    }

    private static final class Collected implements Output<Object> {
        final List<String> seen = new ArrayList<>();

        @Override
        public void collect(Object value, long timestamp) {
            seen.add(value + "@" + timestamp);
        }

        @Override
        public <X> void side(OutputTag<X> tag, X value, long timestamp) {
            seen.add("side " + value);
        }

        @Override
        public void watermark(long timestamp) {
            seen.add("watermark " + timestamp);
        }

        @Override
        public void idle(boolean idle) {
            seen.add("idle " + idle);
        }
    }
}
