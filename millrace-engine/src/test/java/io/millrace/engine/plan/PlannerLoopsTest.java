// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.connector.source.lib.NumberSequenceSource;
import io.millrace.engine.plan.ExecutionPlan.Edge;
import io.millrace.engine.plan.ExecutionPlan.LoopRegion;
import io.millrace.engine.plan.ExecutionPlan.PlannedOperator;
import io.millrace.engine.plan.ExecutionPlan.Vertex;
import io.millrace.engine.state.OperatorId;
import io.millrace.spi.Partitioning;
import io.millrace.spi.Programs;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.IterativeStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.v2.DiscardingSink;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Plans of programs with loops. */
class PlannerLoopsTest {

    private final StreamExecutionEnvironment env = new StreamExecutionEnvironment();

    PlannerLoopsTest() {
        env.setParallelism(2);
    }

    private DataStream<Long> numbers() {
        return env.fromSource(
                new NumberSequenceSource(1, 2), WatermarkStrategy.noWatermarks(), "numbers");
    }

    private ExecutionPlan plan() {
        return Planner.plan(
                Programs.pipeline(env, null).operators(),
                new PlanSettings(true, true, false, false, -1, 100));
    }

    private static List<Edge> feedback(ExecutionPlan plan) {
        return plan.edges().stream().filter(Edge::isFeedback).toList();
    }

    private static Map<String, OperatorId> ids(ExecutionPlan plan) {
        Map<String, OperatorId> ids = new LinkedHashMap<>();
        for (Vertex vertex : plan.vertices()) {
            for (PlannedOperator operator : vertex.operators()) {
                ids.put(operator.transformation().name(), operator.id());
            }
        }
        return ids;
    }

    @Test
    void theWayBackIsAnEdgeThatKeepsItsPartitioningAndIsNeverACall() {
        IterativeStream<Long> loop = numbers().iterate(70);
        DataStream<Long> body = loop.map(n -> n).name("body");
        loop.closeWith(body.filter(n -> n > 1).name("again"));
        loop.closeWith(body.filter(n -> n > 2).name("by key").keyBy(n -> n));
        body.sinkTo(new DiscardingSink<>());
        ExecutionPlan plan = plan();

        assertThat(feedback(plan)).hasSize(2);
        Edge first = feedback(plan).get(0);
        Edge second = feedback(plan).get(1);
        Vertex head = plan.vertices().get(first.target());
        assertThat(head.operators().get(0).transformation().name()).isEqualTo("Iteration");
        assertThat(head.inputs()).isEqualTo(2);
        assertThat(first.targetInput()).isEqualTo(1);
        assertThat(first.partitioning()).isInstanceOf(Partitioning.Forward.class);
        assertThat(first.feedback().place()).isZero();
        assertThat(first.feedback().sender()).isEqualTo("again");
        assertThat(second.target()).isEqualTo(first.target());
        assertThat(second.partitioning()).isInstanceOf(Partitioning.Keyed.class);
        assertThat(second.feedback().place()).isEqualTo(1);
        assertThat(second.feedback().maxWaitMs()).isEqualTo(70);
        assertThat(plan.edges())
                .filteredOn(e -> !e.isFeedback())
                .allMatch(e -> e.source() < e.target());
        assertThat(plan.loops())
                .as("the body is chained to the head")
                .containsExactly(new LoopRegion(List.of(head.index()), 70));
    }

    @Test
    void idsAreThoseOfTheProgramWithoutTheSecondWayBack() {
        IterativeStream<Long> loop = numbers().iterate();
        DataStream<Long> body = loop.map(n -> n).name("body");
        loop.closeWith(body);
        body.sinkTo(new DiscardingSink<>());
        Map<String, OperatorId> before = ids(plan());
        loop.closeWith(body.rebalance());

        assertThat(ids(plan())).isEqualTo(before);
    }

    @Test
    void aLoopWithinALoopIsOnePartAndTwoInARowAreTwo() {
        IterativeStream<Long> outer = numbers().iterate(5);
        IterativeStream<Long> inner = outer.rebalance().map(n -> n).iterate(9);
        DataStream<Long> innerBody = inner.keyBy(n -> n).map(n -> n);
        inner.closeWith(innerBody);
        DataStream<Long> outerBody = innerBody.rebalance().map(n -> n);
        outer.closeWith(outerBody);
        IterativeStream<Long> next = outerBody.rebalance().iterate(3);
        DataStream<Long> nextBody = next.map(n -> n);
        next.closeWith(nextBody);
        nextBody.sinkTo(new DiscardingSink<>());
        List<LoopRegion> loops = plan().loops();

        assertThat(loops).hasSize(2);
        assertThat(loops.get(0).vertices()).hasSize(5);
        assertThat(loops.get(0).maxWaitMs()).isEqualTo(9);
        assertThat(loops.get(1).vertices()).hasSize(1);
        assertThat(loops.get(1).maxWaitMs()).isEqualTo(3);
    }

    @Test
    void feedbackOfAnotherTypeGoesStraightIntoTheSecondInput() {
        IterativeStream.ConnectedIterativeStreams<Long, String> loop =
                numbers().iterate().withFeedbackType(String.class);
        DataStream<String> body =
                loop.map(
                        new io.millrace.streaming.api.functions.co.CoMapFunction<
                                Long, String, String>() {
                            @Override
                            public String map1(Long n) {
                                return "" + n;
                            }

                            @Override
                            public String map2(String text) {
                                return text;
                            }
                        });
        loop.closeWith(body);
        body.sinkTo(new DiscardingSink<>());
        ExecutionPlan plan = plan();

        assertThat(ids(plan)).doesNotContainKey("Iteration");
        Edge back = feedback(plan).get(0);
        Vertex head = plan.vertices().get(back.target());
        assertThat(head.operators().get(0).transformation().name()).isEqualTo("Co-Map");
        assertThat(back.targetInput()).isEqualTo(1);
        assertThat(back.feedback().type().getTypeClass()).isEqualTo(String.class);
    }

    @Test
    void whatComesFromOutsideIsAnInputThoughTheLoopWasClosedWithIt() {
        IterativeStream<Long> loop = numbers().iterate(8);
        DataStream<Long> body = loop.keyBy(n -> n).map(n -> n).name("body");
        DataStream<Long> others = numbers().map(n -> n).name("others");
        loop.closeWith(body.broadcast().union(others));
        body.sinkTo(new DiscardingSink<>());
        ExecutionPlan plan = plan();

        assertThat(feedback(plan)).hasSize(1);
        assertThat(feedback(plan).get(0).feedback().sender()).isEqualTo("body");
        int head = feedback(plan).get(0).target();
        assertThat(plan.into(head)).hasSize(3).filteredOn(e -> e.targetInput() == 1).hasSize(2);
        assertThat(plan.edges())
                .as("vertices are in topological order, though the others were built later")
                .filteredOn(e -> !e.isFeedback())
                .allMatch(e -> e.source() < e.target());
        assertThat(plan.loops()).singleElement().matches(r -> r.vertices().size() == 2);
    }

    @Test
    void idsDontChangeWhenAStreamFromOutsideClosesTheLoop() {
        IterativeStream<Long> loop = numbers().iterate();
        DataStream<Long> body = loop.map(n -> n).name("body");
        DataStream<Long> others = numbers().map(n -> n).name("others");
        loop.closeWith(body);
        body.sinkTo(new DiscardingSink<>());
        Map<String, OperatorId> before = ids(plan());
        loop.closeWith(body.union(others));

        assertThat(ids(plan())).isEqualTo(before);
    }

    @Test
    void whatOneLoopHandsToTheWayBackOfAnotherIsFeedbackOnlyIfItComesBack() {
        IterativeStream<Long> first = numbers().iterate();
        DataStream<Long> firstBody = first.rebalance().map(n -> n).name("first");
        IterativeStream<Long> second = numbers().iterate();
        DataStream<Long> secondBody = second.rebalance().map(n -> n).name("second");
        first.closeWith(firstBody);
        second.closeWith(secondBody.union(firstBody));
        firstBody.union(secondBody).sinkTo(new DiscardingSink<>());

        assertThat(feedback(plan())).hasSize(2);
        assertThat(plan().loops()).hasSize(2);

        first.closeWith(firstBody.union(secondBody));

        assertThat(feedback(plan())).hasSize(5);
        assertThat(plan().loops()).hasSize(1);
    }

    @Test
    void aStreamThatIsOnlyFeedbackCantBeAnInputByItself() {
        IterativeStream.ConnectedIterativeStreams<Long, Long> loop =
                numbers().iterate().withFeedbackType(Long.class);
        DataStream<Long> alone = loop.getSecondInput().map(n -> n).name("alone");
        loop.closeWith(alone);
        alone.sinkTo(new DiscardingSink<>());

        assertThatThrownBy(this::plan)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("'alone'")
                .hasMessageContaining("nothing can enter");
    }

    @Test
    void aPlanWithoutLoopsHasNone() {
        numbers().sinkTo(new DiscardingSink<>());

        assertThat(plan().loops()).isEmpty();
    }
}
