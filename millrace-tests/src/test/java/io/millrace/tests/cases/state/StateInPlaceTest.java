// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Objects in state that the program changes in place. */
class StateInPlaceTest {

    private static final int FAILURES = 5;

    /** How many numbers each failure has for itself. */
    private static final int SHARE = 18_000;

    /** A mutable object; a POJO. */
    public static final class NumberAndSum {
        public long n;
        public long sum;
    }

    /** The same, but no POJO. */
    private static final class Opaque {
        private long n;
        private long sum;

        private Opaque(long n, long sum) {
            this.n = n;
            this.sum = sum;
        }
    }

    @ParameterizedTest(
            name =
                    "S17: state changed in place stays out of a snapshot that is being written, {0}, object reuse {1}")
    @CsvSource({"POJO, false", "POJO, true", "generic, false"})
    void s17StateChangedInPlaceStaysOutOfTheSnapshot(String kind, boolean objectReuse)
            throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(20);
        Jobs.restarts(env, FAILURES);
        if (objectReuse) {
            env.getConfig().enableObjectReuse();
        }
        CheckpointLog log = new CheckpointLog();
        Gate gate = new Gate();
        Fault fault = Fault.onDemand();
        Shared<List<String>> wrong = Shared.of(new CopyOnWriteArrayList<>());
        Collected<String> last = new Collected<>();
        env.fromSource(
                        NumberSource.numbers(1, 100_000).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(log.<Long>probe())
                .keyBy(value -> "one")
                .map(
                        kind.equals("POJO")
                                ? new SumsPojo(fault, wrong)
                                : new SumsOpaque(fault, wrong))
                .filter(text -> text.startsWith("100000 "))
                .addSink(last);
        RunningJob job = Jobs.start(env, "S17");
        SplittableRandom random = new SplittableRandom(17);
        long read = 0;
        for (int failure = 1; failure <= FAILURES; failure++) {
            log.awaitOpened(failure);
            // A trickle that lasts as long as the checkpoints do, so that each is taken amid
            // changes; on a slow machine it comes to its end and they are waited for without.
            long end = (long) failure * SHARE;
            int checkpoints = log.completed().size() + random.nextInt(1, 4);
            while (read < end && log.completed().size() < checkpoints) {
                read += 100;
                gate.letReadUpTo(read);
                LockSupport.parkNanos(500_000);
            }
            log.awaitCompleted(checkpoints);
            fault.arm();
            read = end + 1;
            gate.letReadUpTo(read);
            log.awaitOpened(failure + 1);
        }
        gate.open();
        job.awaitFinished();

        assertThat(fault.struck()).isEqualTo(FAILURES);
        assertThat(wrong.get()).isEmpty();
        assertThat(last.last()).isEqualTo("100000 5000050000");
    }

    private abstract static class Sums<S> extends RichMapFunction<Long, String> {
        private static final long serialVersionUID = 1L;
        private final Class<S> type;
        private final Fault fault;
        private final Shared<List<String>> wrong;
        transient ValueState<S> state;
        private transient boolean looked;

        Sums(Class<S> type, Fault fault, Shared<List<String>> wrong) {
            this.type = type;
            this.fault = fault;
            this.wrong = wrong;
        }

        @Override
        public void open(OpenContext context) {
            state = getRuntimeContext().getState(new ValueStateDescriptor<>("sums", type));
        }

        final String checked(long n, long sum) {
            if (sum != n * (n + 1) / 2) {
                wrong.get().add((looked ? "" : "restored ") + n + " " + sum);
            }
            looked = true;
            fault.strike("at " + n);
            return n + " " + sum;
        }
    }

    private static final class SumsPojo extends Sums<NumberAndSum> {
        private static final long serialVersionUID = 1L;

        SumsPojo(Fault fault, Shared<List<String>> wrong) {
            super(NumberAndSum.class, fault, wrong);
        }

        @Override
        public String map(Long value) throws Exception {
            NumberAndSum object = state.value();
            if (object == null) {
                object = new NumberAndSum();
            }
            object.n++;
            object.sum += value;
            state.update(object);
            return checked(object.n, object.sum);
        }
    }

    private static final class SumsOpaque extends Sums<Opaque> {
        private static final long serialVersionUID = 1L;

        SumsOpaque(Fault fault, Shared<List<String>> wrong) {
            super(Opaque.class, fault, wrong);
        }

        @Override
        public String map(Long value) throws Exception {
            Opaque object = state.value();
            if (object == null) {
                object = new Opaque(0, 0);
            }
            object.n++;
            object.sum += value;
            state.update(object);
            return checked(object.n, object.sum);
        }
    }
}
