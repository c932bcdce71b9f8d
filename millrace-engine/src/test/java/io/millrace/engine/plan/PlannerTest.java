// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.plan.ExecutionPlan.Edge;
import io.millrace.engine.plan.ExecutionPlan.Listener;
import io.millrace.engine.plan.ExecutionPlan.Vertex;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.OperatorTransformation.Chaining;
import io.millrace.spi.PartitionTransformation;
import io.millrace.spi.Partitioning;
import io.millrace.spi.SideOutputTransformation;
import io.millrace.spi.Transformation;
import io.millrace.spi.UnionTransformation;
import io.millrace.util.OutputTag;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PlannerTest {

    private static final KeySelector<Integer, Integer> KEY = value -> value % 3;

    private final List<OperatorTransformation<?>> program = new ArrayList<>();
    private PlanSettings settings = new PlanSettings(true, true, false, false, -1, 100);

    @SafeVarargs
    private OperatorTransformation<Integer> operator(
            String name, int parallelism, Transformation<Integer>... inputs) {
        List<Transformation<?>> all = new ArrayList<>();
        for (Transformation<Integer> input : inputs) {
            all.add(input);
        }
        OperatorTransformation<Integer> made =
                new OperatorTransformation<>(
                        name,
                        new OperatorSpec.Map(x -> x),
                        all,
                        List.of(),
                        null,
                        Types.INT,
                        parallelism);
        program.add(made);
        return made;
    }

    private static Transformation<Integer> by(
            Partitioning partitioning, Transformation<Integer> input) {
        return new PartitionTransformation<>(input, partitioning);
    }

    private static Transformation<Integer> keyed(Transformation<Integer> input) {
        return by(new Partitioning.Keyed(KEY), input);
    }

    private ExecutionPlan plan() {
        return Planner.plan(program, settings);
    }

    private static List<String> names(ExecutionPlan plan) {
        return plan.vertices().stream().map(Vertex::name).toList();
    }

    private static String edges(ExecutionPlan plan) {
        return plan.edges().stream()
                .map(
                        e ->
                                e.source()
                                        + ">"
                                        + e.target()
                                        + "."
                                        + e.targetInput()
                                        + " "
                                        + e.partitioning().getClass().getSimpleName())
                .collect(Collectors.joining(", "));
    }

    // ---- chaining

    @Test
    void aTaskIsNamedAfterWhatFlinkWouldChain() {
        OperatorTransformation<Integer> source = operator("source", 1);
        OperatorTransformation<Integer> map = operator("map", 1, source);
        OperatorTransformation<Integer> sum = operator("sum", 1, keyed(map));
        operator("print", 1, operator("format", 1, sum));
        operator("store", 1, sum);

        List<String> named = new ArrayList<>();
        for (Vertex vertex : plan().vertices()) {
            vertex.operators()
                    .forEach(
                            each ->
                                    named.add(
                                            each.transformation().name() + ": " + each.taskName()));
        }

        assertThat(named)
                .containsExactlyInAnyOrder(
                        "source: source -> map",
                        "map: source -> map",
                        "sum: sum -> (format -> print, store)",
                        "format: sum -> (format -> print, store)",
                        "print: sum -> (format -> print, store)",
                        "store: sum -> (format -> print, store)");
    }

    @Test
    void operators_of_one_parallelism_in_a_row_are_one_chain() {
        operator("c", 2, operator("b", 2, operator("a", 2)));

        ExecutionPlan plan = plan();

        assertThat(names(plan)).containsExactly("a -> b -> c");
        assertThat(plan.edges()).isEmpty();
        Vertex only = plan.vertices().get(0);
        assertThat(only.isSource()).isTrue();
        assertThat(only.parallelism()).isEqualTo(2);
        assertThat(only.operators().get(0).listeners())
                .singleElement()
                .satisfies(listener -> assertThat(listener.operator()).isEqualTo(1));
    }

    @Test
    void another_parallelism_begins_another_chain_and_rebalances() {
        operator("b", 3, operator("a", 2));

        assertThat(names(plan())).containsExactly("a", "b");
        assertThat(edges(plan())).isEqualTo("0>1.0 Rebalance");
    }

    @Test
    void a_program_can_say_where_chains_end() {
        OperatorTransformation<Integer> a = operator("a", 1);
        OperatorTransformation<Integer> b = operator("b", 1, a);
        OperatorTransformation<Integer> c = operator("c", 1, b);
        operator("d", 1, c);

        b.setChaining(Chaining.HEAD);
        assertThat(names(plan())).containsExactly("a", "b -> c -> d");
        b.setChaining(Chaining.NEVER);
        assertThat(names(plan())).containsExactly("a", "b", "c -> d");
        b.setChaining(Chaining.ALWAYS);
        settings = new PlanSettings(false, true, false, false, -1, 100);
        assertThat(names(plan())).containsExactly("a", "b", "c", "d");
    }

    @Test
    void an_exchange_is_never_chained_but_forward_is() {
        OperatorTransformation<Integer> a = operator("a", 1);
        operator("b", 1, by(new Partitioning.Rebalance(), a));
        operator("c", 1, by(new Partitioning.Broadcast(), a));
        operator("d", 1, by(new Partitioning.Forward(), a));
        operator("e", 1, by(new Partitioning.Rescale(), a));
        operator("f", 1, by(new Partitioning.Shuffle(), a));
        operator("g", 1, by(new Partitioning.Global(), a));
        operator("h", 1, by(new Partitioning.Custom((Integer key, int n) -> 0, KEY), a));

        assertThat(names(plan())).containsExactly("a -> d", "b", "c", "e", "f", "g", "h");
        assertThat(edges(plan()))
                .isEqualTo(
                        "0>1.0 Rebalance, 0>2.0 Broadcast, 0>3.0 Rescale, 0>4.0 Shuffle, 0>5.0 Global,"
                                + " 0>6.0 Custom");
    }

    @Test
    void a_keyed_operator_is_chained_where_there_is_one_subtask_only() {
        operator("count", 1, keyed(operator("a", 1)));
        assertThat(names(plan())).containsExactly("a -> count");

        program.clear();
        operator("count", 2, keyed(operator("a", 2)));
        assertThat(names(plan())).containsExactly("a", "count");
        assertThat(edges(plan())).isEqualTo("0>1.0 Keyed");
    }

    private static List<Integer> maxima(ExecutionPlan plan) {
        return plan.vertices().stream()
                .flatMap(vertex -> vertex.operators().stream())
                .map(ExecutionPlan.PlannedOperator::maxParallelism)
                .toList();
    }

    @Test
    void different_maximum_parallelisms_are_chained_unless_the_settings_say_no() {
        OperatorTransformation<Integer> a = operator("a", 1);
        OperatorTransformation<Integer> b = operator("b", 1, a);
        a.setMaxParallelism(64);
        b.setMaxParallelism(32);
        assertThat(names(plan())).containsExactly("a -> b");
        settings = new PlanSettings(true, false, false, false, -1, 100);
        assertThat(names(plan())).containsExactly("a", "b");
        b.setMaxParallelism(64);
        assertThat(names(plan())).containsExactly("a -> b");
        b.setMaxParallelism(-1);
        assertThat(names(plan())).containsExactly("a", "b");
        a.setMaxParallelism(128);
        assertThat(names(plan())).as("which is what b has anyway").containsExactly("a -> b");
    }

    @DisplayName("CK-86: an operator's key groups are its own, chained or not")
    @Test
    void ck86() {
        OperatorTransformation<Integer> source = operator("source", 1);
        OperatorTransformation<Integer> count = operator("count", 1, keyed(source));
        OperatorTransformation<Integer> sink = operator("sink", 1, count);
        source.setMaxParallelism(1);
        sink.setMaxParallelism(7);

        assertThat(names(plan())).containsExactly("source -> count -> sink");
        assertThat(maxima(plan())).containsExactly(1, 128, 7);
        settings = new PlanSettings(true, true, false, false, 300, 100);
        assertThat(maxima(plan())).containsExactly(1, 300, 7);
        count.setMaxParallelism(32);
        assertThat(names(plan())).containsExactly("source -> count -> sink");
        assertThat(maxima(plan())).containsExactly(1, 32, 7);
        settings = new PlanSettings(false, true, false, false, 300, 100);
        assertThat(names(plan())).hasSize(3);
        assertThat(maxima(plan())).containsExactly(1, 32, 7);
    }

    @DisplayName(
            "CK-86: not set, it is half as much again as the parallelism, rounded up, from 128 on")
    @Test
    void ck86Default() {
        operator("wide", 200, operator("small", 85, operator("one", 1)));

        assertThat(maxima(plan())).containsExactly(128, 128, 512);
    }

    @Test
    void a_keyed_exchange_goes_by_the_key_groups_of_its_receiver() {
        OperatorTransformation<Integer> a = operator("a", 2);
        OperatorTransformation<Integer> count = operator("count", 2, keyed(a));
        operator("sink", 2, count).setMaxParallelism(9);
        a.setMaxParallelism(64);
        count.setMaxParallelism(32);

        assertThat(names(plan())).containsExactly("a", "count -> sink");
        assertThat(plan().vertices().get(1).maxParallelism()).isEqualTo(32);
    }

    @Test
    void an_input_that_is_not_of_the_program_is_refused_with_the_way_out() {
        OperatorTransformation<Integer> foreign = operator("foreign", 1);
        program.clear();
        operator("sum", 1, new UnionTransformation<>(List.of(operator("a", 1), foreign)));

        assertThatThrownBy(this::plan)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'sum'", "'foreign'", "StreamExecutionEnvironment");
    }

    @Test
    void two_listeners_of_one_operator_are_both_chained() {
        OperatorTransformation<Integer> a = operator("a", 1);
        operator("b", 1, a);
        operator("c", 1, a);

        ExecutionPlan plan = plan();
        assertThat(names(plan)).containsExactly("a -> b -> c");
        assertThat(plan.vertices().get(0).operators().get(0).listeners())
                .extracting(Listener::operator)
                .containsExactly(1, 2);
    }

    // ---- connections

    @Test
    void a_union_vanishes_into_edges_of_one_input() {
        OperatorTransformation<Integer> a = operator("a", 1);
        OperatorTransformation<Integer> b = operator("b", 2);
        operator("sum", 2, new UnionTransformation<>(List.of(a, b)));

        ExecutionPlan plan = plan();
        assertThat(names(plan)).containsExactly("a", "b", "sum");
        assertThat(edges(plan)).isEqualTo("0>2.0 Rebalance, 1>2.0 Forward");
        assertThat(plan.vertices().get(2).inputs()).isEqualTo(1);
    }

    @DisplayName("T19: a union of a stream with itself is two connections")
    @Test
    void t19() {
        OperatorTransformation<Integer> a = operator("a", 1);
        operator("sum", 1, keyed(new UnionTransformation<>(List.of(a, a))));

        ExecutionPlan plan = plan();
        assertThat(edges(plan)).isEqualTo("0>1.0 Keyed, 0>1.0 Keyed");
        assertThat(plan.vertices().get(0).operators().get(0).listeners()).hasSize(2);
        assertThat(plan.into(1)).extracting(Edge::index).containsExactly(0, 1);
    }

    @Test
    void a_partition_after_a_union_holds_for_each_of_its_streams() {
        OperatorTransformation<Integer> a = operator("a", 1);
        OperatorTransformation<Integer> b = operator("b", 1);
        operator(
                "c",
                2,
                keyed(new UnionTransformation<>(List.of(by(new Partitioning.Rebalance(), a), b))));

        assertThat(edges(plan())).isEqualTo("0>2.0 Keyed, 1>2.0 Keyed");
    }

    @Test
    void a_side_output_is_listened_to_by_its_tag_and_has_the_tags_type() {
        OutputTag<Integer> late = new OutputTag<>("late", Types.INT);
        OperatorTransformation<Integer> a = operator("a", 1);
        operator("main", 1, a);
        operator("side", 1, new SideOutputTransformation<>(a, late));

        List<Listener> listeners = plan().vertices().get(0).operators().get(0).listeners();
        assertThat(listeners).hasSize(2);
        assertThat(listeners.get(0).tag()).isNull();
        assertThat(listeners.get(1).tag()).isEqualTo(late);
        TypeInformation<?> type = listeners.get(1).type();
        assertThat(type).isEqualTo(Types.INT);
    }

    @Test
    void two_inputs_stay_apart() {
        operator("join", 1, operator("a", 1), keyed(operator("b", 1)));

        ExecutionPlan plan = plan();
        assertThat(names(plan)).containsExactly("a", "b", "join");
        assertThat(edges(plan)).isEqualTo("0>2.0 Forward, 1>2.1 Keyed");
        assertThat(plan.vertices().get(2).inputs()).isEqualTo(2);
    }

    // ---- record ownership

    @Test
    void who_owns_a_record_is_decided_by_object_reuse_in_a_chain_and_by_hand_over_on_an_exchange() {
        OperatorTransformation<Integer> a = operator("a", 1);
        operator("chained", 1, a);
        operator("keyed", 1, keyed(a));
        operator("far", 1, by(new Partitioning.Rebalance(), a));

        assertThat(owns()).containsExactly(true, true, true);
        settings = new PlanSettings(true, true, true, false, -1, 100);
        assertThat(owns())
                .as("object reuse: only where Flink would chain")
                .containsExactly(false, true, true);
        settings = new PlanSettings(true, true, true, true, -1, 100);
        assertThat(owns())
                .as("nor is handed over what another gets too")
                .containsExactly(false, true, true);
    }

    private List<Boolean> owns() {
        return plan().vertices().get(0).operators().get(0).listeners().stream()
                .map(Listener::own)
                .toList();
    }

    // ---- what is refused

    @DisplayName("A07: two operators with one uid are refused with both names")
    @Test
    void a07() {
        OperatorTransformation<Integer> a = operator("source", 1);
        operator("left", 1, a).setUid("u1");
        operator("right", 1, a).setUid("u1");

        assertThatThrownBy(this::plan)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("u1", "'left'", "'right'");
    }

    @Test
    void a_forward_between_two_parallelisms_is_refused_with_a_way_out() {
        operator("b", 3, by(new Partitioning.Forward(), operator("a", 2)));

        assertThatThrownBy(this::plan)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContainingAll("'a'", "2", "'b'", "3", "rebalance()");
    }

    @Test
    void a_parallelism_above_the_maximum_is_refused() {
        operator("a", 4).setMaxParallelism(3);

        assertThatThrownBy(this::plan)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'a'", "4", "3");
    }

    /** For each edge and link, who sends to whom and whether the receiver gets a copy. */
    private static List<String> ownership(ExecutionPlan plan) {
        List<String> all = new ArrayList<>();
        for (Vertex vertex : plan.vertices()) {
            for (ExecutionPlan.PlannedOperator operator : vertex.operators()) {
                for (ExecutionPlan.Listener listener : operator.listeners()) {
                    String to =
                            listener.edge() < 0
                                    ? vertex.operators()
                                            .get(listener.operator())
                                            .transformation()
                                            .name()
                                    : plan.vertices()
                                            .get(plan.edges().get(listener.edge()).target())
                                            .name();
                    all.add(
                            operator.transformation().name()
                                    + ">"
                                    + to
                                    + (listener.own() ? " copy" : ""));
                }
            }
        }
        return all;
    }

    @Test
    void a_hand_over_needs_no_copy_where_nobody_else_gets_the_object() {
        settings = new PlanSettings(true, true, false, true, -1, 100);
        operator("keyed", 2, keyed(operator("a", 2)));
        operator("rebalanced", 2, by(new Partitioning.Rebalance(), operator("b", 1)));

        assertThat(ownership(plan())).containsExactlyInAnyOrder("a>keyed", "b>rebalanced");
    }

    @Test
    void of_two_receivers_each_gets_its_own_object_in_spite_of_a_hand_over() {
        settings = new PlanSettings(true, true, false, true, -1, 100);
        OperatorTransformation<Integer> a = operator("a", 1);
        operator("left", 2, by(new Partitioning.Rebalance(), a));
        operator("right", 2, keyed(a));
        operator("all", 2, by(new Partitioning.Broadcast(), operator("b", 1)));
        operator("one", 1, by(new Partitioning.Broadcast(), operator("c", 2)));
        Transformation<Integer> twice = keyed(operator("d", 1));
        operator("both", 2, new UnionTransformation<>(List.of(twice, twice)));

        assertThat(ownership(plan()))
                .containsExactlyInAnyOrder(
                        "a>left copy",
                        "a>right copy",
                        "b>all copy",
                        "c>one",
                        "d>both copy",
                        "d>both copy");
    }

    @Test
    void what_a_fork_in_the_chain_gave_to_two_is_not_handed_over_further_down() {
        settings = new PlanSettings(true, true, true, true, -1, 100);
        OperatorTransformation<Integer> a = operator("a", 1);
        operator("x", 2, operator("left", 1, by(new Partitioning.Forward(), a)));
        operator("y", 2, operator("right", 1, by(new Partitioning.Forward(), a)));
        operator("z", 2, operator("c", 1, operator("b", 1)));

        assertThat(ownership(plan()))
                .containsExactlyInAnyOrder(
                        "a>left", "a>right", "left>x copy", "right>y copy", "b>c", "c>z");

        settings = new PlanSettings(true, true, false, true, -1, 100);
        assertThat(ownership(plan()))
                .containsExactlyInAnyOrder(
                        "a>left copy", "a>right copy", "left>x", "right>y", "b>c copy", "c>z");
    }

    @Test
    void the_same_program_gives_the_same_plan() {
        operator("count", 2, keyed(operator("a", 1)));

        assertThat(plan()).isEqualTo(plan());
    }

    @Test
    void the_maximum_parallelism_is_the_operators_else_the_settings_else_derived() {
        operator("a", 2);
        assertThat(plan().vertices().get(0).maxParallelism()).isEqualTo(128);
        settings = new PlanSettings(true, true, false, false, 300, 100);
        assertThat(plan().vertices().get(0).maxParallelism()).isEqualTo(300);
        program.get(0).setMaxParallelism(17);
        assertThat(plan().vertices().get(0).maxParallelism()).isEqualTo(17);
    }

    @Test
    void each_operator_says_how_long_its_own_batches_wait() {
        OperatorTransformation<Integer> a = operator("a", 1);
        OperatorTransformation<Integer> b = operator("b", 1, a);
        OperatorTransformation<Integer> c = operator("c", 2, b);
        OperatorTransformation<Integer> d = operator("d", 1, c);
        operator("e", 2, d);
        a.setBufferTimeoutMs(7);
        b.setBufferTimeoutMs(0);
        c.setBufferTimeoutMs(Long.MAX_VALUE);

        assertThat(names(plan())).containsExactly("a -> b", "c", "d", "e");
        assertThat(plan().edges()).extracting(Edge::bufferTimeoutMs).containsExactly(0L, -1L, 100L);
    }
}
