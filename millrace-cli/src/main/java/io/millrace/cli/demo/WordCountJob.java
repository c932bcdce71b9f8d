// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.demo;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.RichFlatMapFunction;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.MemorySize;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.connector.file.src.FileSource;
import io.millrace.connector.file.src.compression.StandardDeCompressors;
import io.millrace.connector.file.src.enumerate.BlockSplittingRecursiveEnumerator;
import io.millrace.connector.file.src.reader.TextLineInputFormat;
import io.millrace.core.fs.Path;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;
import io.millrace.util.Collector;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the demo runs and kills: files, split into words, counted by word, and every running count
 * written exactly once.
 *
 * <p>A program like any user's, but for two things. It reads at a {@link Pace}, so that even a
 * small input lasts until it has been killed; and it tells its parent how it gets on.
 */
public final class WordCountJob {

    private static final long CHECKPOINT_INTERVAL_MS = 100;
    private static final MemorySize PART_SIZE = MemorySize.ofMebiBytes(1);

    private static final AtomicLong RECORDS = new AtomicLong();

    private WordCountJob() {}

    /** Takes the file of its {@link JobSettings}. */
    public static void main(String[] args) throws Exception {
        JobSettings settings = JobSettings.read(java.nio.file.Path.of(args[0]));
        endWithParent();
        Pace.set(settings.recordsPerSecond(), settings.mostRecords());
        ScheduledExecutorService reporter = reportRecords();

        Configuration configuration = new Configuration();
        configuration.setString(
                "execution.checkpointing.dir", settings.checkpoints().toUri().toString());
        configuration.setString("restart-strategy.type", "none");
        if (settings.resume()) {
            configuration.setString("execution.state-recovery.path", "latest");
        }
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        env.setParallelism(settings.parallelism());
        env.enableCheckpointing(CHECKPOINT_INTERVAL_MS);

        Path[] inputs =
                settings.inputs().stream().map(p -> new Path(p.toUri())).toArray(Path[]::new);
        FileSource<String> files =
                FileSource.forRecordStreamFormat(new TextLineInputFormat(), inputs)
                        // Whoever names a hidden file means it.
                        .setFileEnumerator(
                                () ->
                                        new BlockSplittingRecursiveEnumerator(
                                                p -> true,
                                                StandardDeCompressors.getCommonSuffixes()
                                                        .toArray(new String[0])))
                        .build();
        FileSink<String> counts =
                FileSink.forRowFormat(
                                new Path(settings.output().toUri()),
                                new SimpleStringEncoder<String>())
                        .withBucketAssigner(new BasePathBucketAssigner<>())
                        .withRollingPolicy(
                                DefaultRollingPolicy.builder().withMaxPartSize(PART_SIZE).build())
                        .build();

        env.fromSource(new PacedSource<>(files), WatermarkStrategy.noWatermarks(), "files")
                .uid("files")
                .flatMap(new Words())
                .uid("words")
                .keyBy(word -> word)
                .process(new RunningCount())
                .uid("count")
                .sinkTo(counts)
                .uid("counts");
        env.execute("demo: word count");

        reporter.shutdown();
        new Event(Event.Kind.RECORDS, RECORDS.get()).send();
    }

    /** A word is a maximal run of letters and digits, in lower case. */
    private static final class Words extends RichFlatMapFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void flatMap(String line, Collector<String> out) {
            RECORDS.incrementAndGet();
            int start = -1;
            int at = 0;
            while (at < line.length()) {
                int letter = line.codePointAt(at);
                if (Character.isLetterOrDigit(letter)) {
                    start = start < 0 ? at : start;
                } else if (start >= 0) {
                    out.collect(line.substring(start, at).toLowerCase(Locale.ROOT));
                    start = -1;
                }
                at += Character.charCount(letter);
            }
            if (start >= 0) {
                out.collect(line.substring(start).toLowerCase(Locale.ROOT));
            }
        }
    }

    /** Sends {@code word<TAB>n} for the n-th time it sees a word. */
    private static final class RunningCount extends KeyedProcessFunction<String, String, String>
            implements CheckpointedFunction, CheckpointListener {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Long> count;

        @Override
        public void initializeState(FunctionInitializationContext context) {
            count =
                    context.getKeyedStateStore()
                            .getState(new ValueStateDescriptor<>("count", Long.class));
            if (isFirst()) {
                context.getRestoredCheckpointId()
                        .ifPresent(id -> new Event(Event.Kind.RESTORED, id).send());
            }
        }

        @Override
        public void processElement(String word, Context context, Collector<String> out)
                throws IOException {
            Long before = count.value();
            long now = before == null ? 1 : before + 1;
            count.update(now);
            out.collect(word + '\t' + now);
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {}

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            if (isFirst()) {
                new Event(Event.Kind.CHECKPOINT, checkpointId).send();
            }
        }

        /** One of the subtasks speaks for all. */
        private boolean isFirst() {
            return getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0;
        }
    }

    private static ScheduledExecutorService reportRecords() {
        ScheduledExecutorService reporter =
                Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "reporter"));
        reporter.scheduleAtFixedRate(
                () -> new Event(Event.Kind.RECORDS, RECORDS.get()).send(),
                0,
                20,
                TimeUnit.MILLISECONDS);
        return reporter;
    }

    /** Nobody is left to kill this process when its parent has been killed itself. */
    private static void endWithParent() {
        daemon(
                        () -> {
                            try {
                                while (System.in.read() >= 0) {
                                    continue;
                                }
                            } catch (IOException e) {
                                System.err.println("The parent can't be heard any more: " + e);
                            }
                            Runtime.getRuntime().halt(1);
                        },
                        "parent watch")
                .start();
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
