// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.runtime.state.KeyGroupRangeAssignment;
import io.millrace.runtime.state.KeyGroupStatePartitionStreamProvider;
import io.millrace.runtime.state.KeyedStateCheckpointOutputStream;
import io.millrace.runtime.state.OperatorStateCheckpointOutputStream;
import io.millrace.runtime.state.StateInitializationContext;
import io.millrace.runtime.state.StatePartitionStreamProvider;
import io.millrace.runtime.state.StateSnapshotContext;
import io.millrace.runtime.state.VoidNamespace;
import io.millrace.runtime.state.VoidNamespaceSerializer;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.operators.AbstractStreamOperator;
import io.millrace.streaming.api.operators.InternalTimer;
import io.millrace.streaming.api.operators.InternalTimerService;
import io.millrace.streaming.api.operators.OneInputStreamOperator;
import io.millrace.streaming.api.operators.Triggerable;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.testing.SimulatedWorld;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * By each of the rarer ways of dealing records to an operator of the program's own, which keeps all
 * it knows in raw state. Every process runs it with other parallelisms.
 */
final class CustomJob implements Shape.Job {

    private static final int SPLITS = 4;
    private static final int PER_SPLIT = 11;
    private static final int LOGGED = 7;
    private static final int KEY_GROUPS = 6;
    private static final int MOST = 4;

    /** Late enough for several processes to leave a checkpoint while numbers are still to come. */
    private static final long HOLD_MS = Expected.HOLD_MS + 100;

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.fromSource(
                        new NumbersSource(world, 0, SPLITS, PER_SPLIT, HOLD_MS),
                        WatermarkStrategy.forMonotonousTimestamps(),
                        "numbers")
                .uid("numbers")
                .setParallelism(parallelism(world))
                .rescale()
                .map(
                        number -> {
                            world.userCode("rescaled");
                            return number;
                        })
                .uid("rescaled")
                .setParallelism(parallelism(world))
                .shuffle()
                .filter(number -> number >= 0)
                .uid("shuffled")
                .setParallelism(parallelism(world))
                .partitionCustom((number, channels) -> (int) (number % channels), number -> number)
                .map(
                        number -> {
                            world.userCode("dealt");
                            return number;
                        })
                .uid("dealt")
                .setParallelism(parallelism(world))
                .keyBy(Expected::key)
                .transform("raw", Types.STRING, new RawCounts(world))
                .uid("raw")
                .setParallelism(parallelism(world))
                .setMaxParallelism(KEY_GROUPS)
                .global()
                .map(row -> row)
                .uid("first only")
                .setParallelism(parallelism(world))
                .rescale()
                .sinkTo(new LedgerSink(world, "writer"))
                .uid("sink")
                .setParallelism(1);
    }

    private static int parallelism(SimulatedWorld world) {
        return 1 + world.draw(MOST);
    }

    @Override
    public boolean isRestless() {
        return true;
    }

    @Override
    public List<String> rows() {
        int numbers = SPLITS * PER_SPLIT;
        List<String> rows = new ArrayList<>(Expected.counts("count ", 0, numbers));
        long[] sums = new long[Expected.KEYS];
        for (long number = 0; number < numbers; number++) {
            sums[(int) Expected.key(number)] += number;
            if (number % LOGGED == 0) {
                rows.add("logged " + number);
            }
        }
        for (int key = 0; key < Expected.KEYS; key++) {
            rows.add("tick " + key);
            rows.add("end " + key + "=" + sums[key]);
        }
        rows.sort(null);
        return rows;
    }

    private static final class RawCounts extends AbstractStreamOperator<String>
            implements OneInputStreamOperator<Long, String>, Triggerable<Long, VoidNamespace> {
        private static final long serialVersionUID = 1L;

        private final SimulatedWorld world;

        /** Of each key how many numbers, and their sum. */
        private transient Map<Long, long[]> known;

        private transient List<Long> log;
        private transient InternalTimerService<VoidNamespace> timers;

        RawCounts(SimulatedWorld world) {
            this.world = world;
        }

        @Override
        public void initializeState(StateInitializationContext context) throws Exception {
            super.initializeState(context);
            known = new TreeMap<>();
            log = new ArrayList<>();
            for (StatePartitionStreamProvider part : context.getRawOperatorStateInputs()) {
                log.add(new DataInputStream(part.getStream()).readLong());
            }
            for (KeyGroupStatePartitionStreamProvider group : context.getRawKeyedStateInputs()) {
                DataInputStream in = new DataInputStream(group.getStream());
                for (int left = in.readInt(); left > 0; left--) {
                    known.put(in.readLong(), new long[] {in.readLong(), in.readLong()});
                }
                if (in.read() != -1) {
                    throw new IllegalStateException("more than was written");
                }
            }
        }

        @Override
        public void open() throws Exception {
            super.open();
            timers = getInternalTimerService("raw", VoidNamespaceSerializer.INSTANCE, this);
        }

        @Override
        public void processElement(StreamRecord<Long> element) {
            Long key = (Long) getCurrentKey();
            long[] counted = known.computeIfAbsent(key, k -> new long[2]);
            counted[0]++;
            counted[1] += element.getValue();
            world.userCode("custom operator");
            if (element.getValue() % LOGGED == 0) {
                log.add(element.getValue());
            }
            if (counted[0] == 1) {
                timers.registerProcessingTimeTimer(VoidNamespace.INSTANCE, Expected.TICK_MS);
                timers.registerEventTimeTimer(VoidNamespace.INSTANCE, Expected.END_MS);
            }
            output.collect(element.replace("count " + key + "=" + counted[0]));
        }

        @Override
        public void onEventTime(InternalTimer<Long, VoidNamespace> timer) {
            world.userCode("custom timer");
            output.collect(
                    new StreamRecord<>(
                            "end " + timer.getKey() + "=" + known.get(timer.getKey())[1]));
        }

        @Override
        public void onProcessingTime(InternalTimer<Long, VoidNamespace> timer) {
            output.collect(new StreamRecord<>("tick " + getCurrentKey()));
        }

        @Override
        public void snapshotState(StateSnapshotContext context) throws Exception {
            super.snapshotState(context);
            OperatorStateCheckpointOutputStream raw = context.getRawOperatorStateOutput();
            for (Long number : log) {
                raw.startNewPartition();
                new DataOutputStream(raw).writeLong(number);
            }
            world.userCode("custom snapshot");
            int groups = getRuntimeContext().getTaskInfo().getMaxNumberOfParallelSubtasks();
            Map<Integer, Map<Long, long[]>> byGroup = new TreeMap<>();
            known.forEach(
                    (key, counted) ->
                            byGroup.computeIfAbsent(
                                            KeyGroupRangeAssignment.assignToKeyGroup(key, groups),
                                            group -> new TreeMap<>())
                                    .put(key, counted));
            KeyedStateCheckpointOutputStream keyed = context.getRawKeyedOperatorStateOutput();
            for (Map.Entry<Integer, Map<Long, long[]>> group : byGroup.entrySet()) {
                keyed.startNewKeyGroup(group.getKey());
                DataOutputStream out = new DataOutputStream(keyed);
                out.writeInt(group.getValue().size());
                for (Map.Entry<Long, long[]> each : group.getValue().entrySet()) {
                    out.writeLong(each.getKey());
                    out.writeLong(each.getValue()[0]);
                    out.writeLong(each.getValue()[1]);
                }
            }
        }

        @Override
        public void finish() throws Exception {
            for (Long number : log) {
                output.collect(new StreamRecord<>("logged " + number));
            }
            log.clear(); // a snapshot may follow, and after a restore this may be called again
            super.finish();
        }
    }
}
