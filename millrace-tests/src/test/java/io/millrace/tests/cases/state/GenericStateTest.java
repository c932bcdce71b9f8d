// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Committed;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Throwables;
import io.millrace.util.Collector;
import java.io.Serializable;
import java.time.DayOfWeek;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** State of classes of which nothing more is known. */
@Timeout(60)
class GenericStateTest {

    /** A class that is not public, with a constructor that is. */
    static class Counter {
        public long n = 3;

        public Counter() {}

        @Override
        public String toString() {
            return "counter " + n;
        }
    }

    /** Kryo can write it and then not read it. */
    private static final class Trap extends AbstractList<String> {
        @Override
        public String get(int index) {
            return "x";
        }

        @Override
        public int size() {
            return 1;
        }
    }

    private interface Things extends Supplier<Object>, Serializable {}

    private static final class Keeps extends KeyedProcessFunction<Integer, Long, String> {
        private static final long serialVersionUID = 1L;

        private final Things things;
        private transient ValueState<Object> state;

        Keeps(Things things) {
            this.things = things;
        }

        @Override
        public void open(OpenContext openContext) {
            state =
                    getRuntimeContext()
                            .getState(
                                    new ValueStateDescriptor<>(
                                            "things", TypeInformation.of(Object.class)));
        }

        @Override
        public void processElement(Long value, Context context, Collector<String> out)
                throws Exception {
            if (state.value() == null) {
                state.update(things.get());
            }
            out.collect(value + " " + state.value());
        }
    }

    private final CheckpointLog log = new CheckpointLog();

    private void run(Things things, Committed<String> sink, int restarts) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(20);
        Jobs.restarts(env, restarts);
        Gate gate = new Gate();
        env.fromSource(
                        NumberSource.numbers(1, 20).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .keyBy(number -> 1)
                .process(new Keeps(things))
                .name("keeper")
                .map(log.<String>probe())
                .addSink(sink);
        RunningJob job = Jobs.start(env, "generic state");
        gate.letReadUpTo(10);
        if (restarts > 0) {
            log.awaitOpened(2);
        }
        gate.open();
        job.awaitFinished();
    }

    private static Object things() {
        List<Object> things = new ArrayList<>();
        things.add(new EnumMap<>(Map.of(DayOfWeek.FRIDAY, 1)));
        things.add(Collections.unmodifiableList(new ArrayList<>(List.of(1))));
        things.add(Collections.unmodifiableMap(new TreeMap<>(Map.of(1, 2))));
        things.add(Collections.synchronizedList(new ArrayList<>(List.of(1))));
        things.add(new ArrayList<>(List.of(1, 2, 3)).subList(1, 3));
        things.add(new Counter());
        return things;
    }

    @Test
    @DisplayName("What Kryo alone could not read comes back after a failure")
    void whatKryoAloneCouldNotReadComesBackAfterAFailure() throws Exception {
        Committed<String> sink = new Committed<>(Fault.once(), Fault.times(0));
        run(GenericStateTest::things, sink, 1);
        assertThat(log.restored().get(1)).isPresent();
        assertThat(sink.rows()).hasSize(20).allMatch(row -> row.endsWith(things().toString()));
    }

    @Test
    @DisplayName("What cannot be read back fails the first checkpoint, which names state and class")
    void whatCannotBeReadBackFailsTheFirstCheckpoint() {
        Throwable failure = catchThrowable(() -> run(Trap::new, new Committed<>(), 0));
        assertThat(Throwables.messages(failure))
                .anySatisfy(
                        message ->
                                assertThat(message)
                                        .contains(
                                                Trap.class.getName(),
                                                "could not be read back",
                                                "public POJO"))
                .anySatisfy(message -> assertThat(message).contains("'things'", "'keeper'"));
    }
}
