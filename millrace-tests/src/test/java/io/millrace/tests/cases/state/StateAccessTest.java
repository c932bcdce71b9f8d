// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.util.Collector;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What state answers when it is empty, or is given nothing. */
class StateAccessTest {

    private static List<String> run(KeyedProcessFunction<Long, Long, String> function)
            throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        Collected<String> sink = new Collected<>();
        env.fromSequence(1, 1).keyBy(value -> value).process(function).addSink(sink);
        Jobs.run(env, "state access");
        return sink.values();
    }

    @Test
    @DisplayName("S09: adding null to a list state is refused, and the list stays as it is")
    void s09AddingNullToAListStateIsRefused() throws Exception {
        List<String> seen = run(new AddsNull());
        assertThat(seen).hasSize(2);
        assertThat(seen.get(0))
                .startsWith("java.lang.NullPointerException")
                .contains("list", "'list'");
        assertThat(seen.get(1)).isEqualTo("[x]");
    }

    private static final class AddsNull extends KeyedProcessFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;
        private transient ListState<String> list;

        @Override
        public void open(OpenContext context) {
            list =
                    getRuntimeContext()
                            .getListState(new ListStateDescriptor<>("list", String.class));
        }

        @Override
        public void processElement(Long value, Context context, Collector<String> out)
                throws Exception {
            list.add("x");
            try {
                list.add(null);
            } catch (NullPointerException e) {
                out.collect(e.toString());
            }
            out.collect(entries(list));
        }
    }

    @Test
    @DisplayName("S11: empty state reads as empty, not as null; an empty update and null clear it")
    void s11EmptyStateReadsAsEmpty() throws Exception {
        assertThat(run(new ReadsEmpty()))
                .containsExactly(
                        "list []",
                        "entries false",
                        "keys false",
                        "values false",
                        "iterator false",
                        "isEmpty true",
                        "value null",
                        "list after the empty update []",
                        "value after null null");
    }

    private static final class ReadsEmpty extends KeyedProcessFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;
        private transient ListState<String> list;
        private transient MapState<String, String> map;
        private transient ValueState<String> value;

        @Override
        public void open(OpenContext context) {
            list =
                    getRuntimeContext()
                            .getListState(new ListStateDescriptor<>("list", String.class));
            map =
                    getRuntimeContext()
                            .getMapState(
                                    new MapStateDescriptor<>("map", String.class, String.class));
            value = getRuntimeContext().getState(new ValueStateDescriptor<>("value", String.class));
        }

        @Override
        public void processElement(Long number, Context context, Collector<String> out)
                throws Exception {
            out.collect("list " + entries(list));
            out.collect("entries " + map.entries().iterator().hasNext());
            out.collect("keys " + map.keys().iterator().hasNext());
            out.collect("values " + map.values().iterator().hasNext());
            out.collect("iterator " + map.iterator().hasNext());
            out.collect("isEmpty " + map.isEmpty());
            out.collect("value " + value.value());
            list.add("x");
            list.update(List.of());
            value.update("q");
            value.update(null);
            out.collect("list after the empty update " + entries(list));
            out.collect("value after null " + value.value());
        }
    }

    private static String entries(ListState<String> list) throws Exception {
        StringBuilder text = new StringBuilder("[");
        for (String each : list.get()) {
            text.append(text.length() > 1 ? ", " : "").append(each);
        }
        return text.append("]").toString();
    }
}
