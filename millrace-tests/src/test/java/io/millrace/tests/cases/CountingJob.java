// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.streaming.api.datastream.DataStreamSource;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The job that cases of restoring share: the numbers 1 to 60, counted by their remainder by three;
 * each number gives the pair of its key and the count so far. The source has uid 'numbers', the
 * counter uid 'c', unless told otherwise.
 */
public final class CountingJob {

    public final CheckpointLog log = new CheckpointLog();
    public final Gate gate = new Gate();
    public final Collected<Tuple2<Long, Long>> counts = new Collected<>();
    public String name = "counting";
    public String counterUid = "c";

    /** The counter's hash, in the place of that of its uid; null for none. */
    public String counterUidHash;

    /** 0 for a job that takes no checkpoints by itself. */
    public long intervalMs = 20;

    public int parallelism = 1;
    public int maxParallelism = -1;

    /** Whether the source is said to be for one subtask for good: a maximum of one. */
    public boolean sourceNonParallel;

    private final Configuration configuration;

    /** The job under a configuration; its checkpoints stay when it is cancelled. */
    public CountingJob(Configuration configuration) {
        this.configuration = configuration;
    }

    public RunningJob start() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(parallelism, configuration);
        if (intervalMs > 0) {
            env.enableCheckpointing(intervalMs);
        }
        env.getCheckpointConfig()
                .setExternalizedCheckpointRetention(
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        if (maxParallelism > 0) {
            env.setMaxParallelism(maxParallelism);
        }
        DataStreamSource<Long> numbers =
                env.fromSource(
                        NumberSource.numbers(1, 60).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers");
        if (sourceNonParallel) {
            numbers.forceNonParallel();
        }
        SingleOutputStreamOperator<Tuple2<Long, Long>> counter =
                numbers.uid("numbers")
                        .keyBy(value -> value % 3)
                        .map(new Counts())
                        .name("counter")
                        .uid(counterUid);
        if (counterUidHash != null) {
            counter.setUidHash(counterUidHash);
        }
        counter.map(log.<Tuple2<Long, Long>>probe()).uid("probe").addSink(counts).uid("sink");
        return Jobs.start(env, name);
    }

    /**
     * Runs the job until each key has been counted ten times, cancels it, and gives back its last
     * checkpoint.
     */
    public static Path leaveCheckpoint(Path directory) throws Exception {
        CountingJob job = new CountingJob(Jobs.checkpointsIn(directory));
        job.leaveCheckpoint();
        return CheckpointFolder.at(directory).newest();
    }

    /** The same for this job; how it ended. */
    public void leaveCheckpoint() throws Exception {
        RunningJob running = start();
        readThirty();
        running.cancel();
    }

    /** Lets the source read thirty numbers, and waits for a checkpoint that has them. */
    public void readThirty() {
        gate.letReadUpTo(30);
        Await.until("thirty numbers were counted", () -> counts.size() == 30);
        log.awaitFurtherCompleted(2); // the second of them began after the first had completed
    }

    /** The first count that came for each key. */
    public Map<Long, Long> firstCounts() {
        Map<Long, Long> first = new LinkedHashMap<>();
        counts.values().forEach(count -> first.putIfAbsent(count.f0, count.f1));
        return first;
    }

    /** The last count that came for each key. */
    public Map<Long, Long> lastCounts() {
        Map<Long, Long> last = new LinkedHashMap<>();
        counts.values().forEach(count -> last.put(count.f0, count.f1));
        return last;
    }

    private static final class Counts extends RichMapFunction<Long, Tuple2<Long, Long>> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public Tuple2<Long, Long> map(Long value) throws Exception {
            Long before = count.value();
            long now = before == null ? 1 : before + 1;
            count.update(now);
            return Tuple2.of(value % 3, now);
        }
    }
}
