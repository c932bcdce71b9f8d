// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.state.AggregatingState;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.state.StateTtlConfig;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Kept;
import io.millrace.util.Collector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What state answers when it is empty, or is given nothing: the same on every backend. */
@Timeout(120)
class StateAccessTest {

    private static List<String> run(Kept kept, KeyedProcessFunction<Long, Long, String> function)
            throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1, kept.alone());
        Collected<String> sink = new Collected<>();
        env.fromSequence(1, 1).keyBy(value -> value).process(function).addSink(sink);
        Jobs.run(env, "state access");
        return sink.values();
    }

    /** Something that is done to state and may fail. */
    private interface Deed {
        void run() throws Exception;
    }

    private abstract static class Accesses extends KeyedProcessFunction<Long, Long, String>
            implements CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        transient ValueState<String> value;
        transient ListState<String> list;
        transient MapState<String, String> map;
        transient ReducingState<String> reducing;
        transient AggregatingState<String, String> aggregating;
        transient ListState<String> operatorList;
        transient ListState<String> union;

        /** As the program wants it. */
        <D extends StateDescriptor<?, ?>> D described(D descriptor) {
            return descriptor;
        }

        @Override
        public void open(OpenContext context) {
            var runtime = getRuntimeContext();
            value = runtime.getState(described(new ValueStateDescriptor<>("value", String.class)));
            list = runtime.getListState(described(new ListStateDescriptor<>("list", String.class)));
            map =
                    runtime.getMapState(
                            described(new MapStateDescriptor<>("map", String.class, String.class)));
            ReduceFunction<String> joined = (a, b) -> b.equals("nothing") ? null : a + b;
            reducing =
                    runtime.getReducingState(
                            described(
                                    new ReducingStateDescriptor<>(
                                            "reducing", joined, String.class)));
            aggregating =
                    runtime.getAggregatingState(
                            described(
                                    new AggregatingStateDescriptor<>(
                                            "aggregating", new Joins(), String.class)));
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            operatorList =
                    context.getOperatorStateStore()
                            .getListState(new ListStateDescriptor<>("operator", String.class));
            union =
                    context.getOperatorStateStore()
                            .getUnionListState(new ListStateDescriptor<>("union", String.class));
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {}

        final String all() throws Exception {
            return "value "
                    + value.value()
                    + ", list "
                    + listed(list.get())
                    + ", entries "
                    + listed(map.entries())
                    + ", keys "
                    + listed(map.keys())
                    + ", values "
                    + listed(map.values())
                    + ", iterator "
                    + map.iterator().hasNext()
                    + ", isEmpty "
                    + map.isEmpty()
                    + ", get "
                    + map.get("k")
                    + ", contains "
                    + map.contains("k")
                    + ", reducing "
                    + reducing.get()
                    + ", aggregating "
                    + aggregating.get();
        }

        final void fill() throws Exception {
            value.update("q");
            list.add("x");
            map.put("k", "v");
            reducing.add("r");
            aggregating.add("a");
        }

        final void clear() {
            value.clear();
            list.clear();
            map.clear();
            reducing.clear();
            aggregating.clear();
        }
    }

    static <T> List<T> listed(Iterable<T> given) {
        List<T> all = new ArrayList<>();
        given.forEach(all::add);
        return all;
    }

    private static final class Joins implements AggregateFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String createAccumulator() {
            return "";
        }

        @Override
        public String add(String value, String accumulator) {
            return accumulator + value;
        }

        @Override
        public String getResult(String accumulator) {
            return accumulator;
        }

        @Override
        public String merge(String a, String b) {
            return a + b;
        }
    }

    private static final String EMPTY =
            "value null, list [], entries [], keys [], values [], iterator false, isEmpty true,"
                    + " get null, contains false, reducing null, aggregating null";

    // ---- nulls

    private static final class AddsNull extends Accesses {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Long one, Context context, Collector<String> out)
                throws Exception {
            refuses(out, "list", list);
            refuses(out, "operator", operatorList);
            refuses(out, "union", union);
        }

        private static void refuses(Collector<String> out, String name, ListState<String> state)
                throws Exception {
            state.add("x");
            List<String> withNull = Arrays.asList("y", null, "z");
            Map<String, Deed> deeds = new java.util.LinkedHashMap<>();
            deeds.put("add(null)", () -> state.add(null));
            deeds.put("addAll of a null", () -> state.addAll(withNull));
            deeds.put("addAll(null)", () -> state.addAll(null));
            deeds.put("update to a null", () -> state.update(withNull));
            deeds.put("update(null)", () -> state.update(null));
            for (Map.Entry<String, Deed> deed : deeds.entrySet()) {
                String met = "accepted";
                try {
                    deed.getValue().run();
                } catch (NullPointerException e) {
                    met =
                            String.valueOf(e.getMessage()).contains("list state '" + name + "'")
                                    ? "refused"
                                    : "refused with " + e.getMessage();
                }
                out.collect(name + " " + deed.getKey() + " " + met + " " + listed(state.get()));
            }
        }
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Kept.class)
    @DisplayName("S09: a null in a list state is refused however it comes, and the list stays")
    void s09ANullInAListStateIsRefused(Kept kept) throws Exception {
        List<String> expected = new ArrayList<>();
        for (String name : List.of("list", "operator", "union")) {
            for (String deed :
                    List.of(
                            "add(null)",
                            "addAll of a null",
                            "addAll(null)",
                            "update to a null",
                            "update(null)")) {
                expected.add(name + " " + deed + " refused [x]");
            }
        }
        assertThat(run(kept, new AddsNull())).containsExactlyElementsOf(expected);
    }

    private static final class FoldsNull extends Accesses {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Long one, Context context, Collector<String> out)
                throws Exception {
            reducing.add("r");
            reducing.add(null);
            aggregating.add("a");
            aggregating.add(null);
            out.collect(reducing.get() + " " + aggregating.get());
            reducing.add("r");
            reducing.add("nothing");
            out.collect("reduced to null: " + reducing.get());
            reducing.add("s");
            out.collect("and on: " + reducing.get());
            map.put("n", null);
            map.put(null, "of null");
            Map<String, String> more = new HashMap<>();
            more.put("m", null);
            map.putAll(more);
            out.collect(
                    map.contains("n")
                            + " "
                            + map.get("n")
                            + " "
                            + map.get(null)
                            + " "
                            + listed(map.keys()).size());
            map.remove(null);
            map.remove("n");
            map.remove("m");
            map.remove("never there");
            out.collect("isEmpty " + map.isEmpty());
        }
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Kept.class)
    @DisplayName("S09: nulls that fold, are folded to, or stand in maps are the same everywhere")
    void s09OtherNullsAreTheSameEverywhere(Kept kept) throws Exception {
        assertThat(run(kept, new FoldsNull()))
                .containsExactly(
                        "null null",
                        "reduced to null: null",
                        "and on: s",
                        "true null of null 3",
                        "isEmpty true");
    }

    // ---- empty

    private static class ReadsEmpty extends Accesses {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Long number, Context context, Collector<String> out)
                throws Exception {
            out.collect(all());
            fill();
            clear();
            out.collect(all());
            list.add("x");
            list.update(List.of());
            value.update("q");
            value.update(null);
            map.put("k", "v");
            map.remove("k");
            out.collect(all());
            list.addAll(List.of());
            map.putAll(Map.of());
            out.collect(all());
            fill();
            var entries = map.iterator();
            entries.next();
            entries.remove();
            out.collect("isEmpty " + map.isEmpty());
        }
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Kept.class)
    @DisplayName(
            "S11: empty state reads as empty, not as null: fresh, cleared, after an empty update or"
                    + " the last removal")
    void s11EmptyStateReadsAsEmpty(Kept kept) throws Exception {
        assertThat(run(kept, new ReadsEmpty()))
                .containsExactly(EMPTY, EMPTY, EMPTY, EMPTY, "isEmpty true");
    }

    private static final class ReadsExpired extends Accesses {
        private static final long serialVersionUID = 1L;

        @Override
        <D extends StateDescriptor<?, ?>> D described(D descriptor) {
            descriptor.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofMillis(2)).build());
            return descriptor;
        }

        @Override
        public void processElement(Long number, Context context, Collector<String> out)
                throws Exception {
            out.collect(all());
            fill();
            long until = System.currentTimeMillis() + 10;
            while (System.currentTimeMillis() < until) {
                Thread.onSpinWait();
            }
            // ST-26: a map's isEmpty does not look at what has expired before it was read.
            out.collect(all());
            fill();
            clear();
            out.collect(all());
        }
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Kept.class)
    @DisplayName("S11: state with a time to live is as empty: fresh, expired, and cleared")
    void s11ExpiredStateReadsAsEmpty(Kept kept) throws Exception {
        assertThat(run(kept, new ReadsExpired())).containsExactly(EMPTY, EMPTY, EMPTY);
    }
}
