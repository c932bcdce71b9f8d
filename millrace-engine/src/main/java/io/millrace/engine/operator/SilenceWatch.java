// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.ProcessingTimeCallback;
import io.millrace.engine.chain.WatermarkBoard;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one subtask's entry on the {@link WatermarkBoard}, and looks whether event time stands
 * still because somebody says nothing: a source subtask without a split, say. Nothing fails then
 * and nothing comes out either, so one of those that are silent says so in the log, once in an
 * attempt, for all (case T27). The gauge {@code currentOutputWatermark} says it as long as it is
 * so.
 */
final class SilenceWatch {

    private static final Logger LOG = LoggerFactory.getLogger(SilenceWatch.class);

    /** Longer than a source takes to get going, shorter than people take to wonder. */
    private static final long PATIENCE_MS = 5_000;

    private static final long LOOK_EVERY_MS = 2_000;

    /** Subtasks do not begin in the same moment, and one warning is to name them all. */
    private static final long BEGIN_WITHIN_MS = 300;

    private final OperatorContext context;
    private final WatermarkBoard.Entry entry;
    private final Supplier<List<String>> silentSplits;
    private ProcessingTimeCallback.Registration next;
    private boolean over;

    /**
     * @param group whom its source waits for, null for nobody
     * @param ofProgram whether the program itself makes the watermarks
     * @param silentSplits names of the splits that hold this subtask back
     */
    SilenceWatch(
            OperatorContext context,
            String group,
            boolean ofProgram,
            Supplier<List<String>> silentSplits) {
        this.context = context;
        this.silentSplits = silentSplits;
        this.entry = context.watermarks().join(context, group, ofProgram);
        context.metrics().group().gauge("currentOutputWatermark", entry::watermark);
        lookIn(PATIENCE_MS + BEGIN_WITHIN_MS);
    }

    WatermarkBoard.Entry entry() {
        return entry;
    }

    private void lookIn(long delayMs) {
        next = context.schedule(context.clock().millis() + delayMs, due -> look());
    }

    private void look() {
        next = null;
        if (over || entry.hasSpoken()) {
            return;
        }
        List<WatermarkBoard.Entry> silent =
                context.watermarks()
                        .silent(context.clock(), TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS));
        if (silent.contains(entry) && context.watermarks().mayTell()) {
            LOG.warn(
                    "Event time stands still: for {} s no watermark has come from {}{}. Windows and"
                            + " timers of event time after them wait until there is one from each"
                            + " of them that is not idle. If they have nothing to read, give the"
                            + " source as many subtasks as it has splits, or fewer; if they may"
                            + " fall silent, let them be left out after a while:"
                            + " WatermarkStrategy.withIdleness(Duration). (metric"
                            + " currentOutputWatermark of these subtasks is {})",
                    PATIENCE_MS / 1000,
                    names(silent),
                    heldBackBy(),
                    Long.MIN_VALUE);
        }
        lookIn(LOOK_EVERY_MS);
    }

    private static String names(List<WatermarkBoard.Entry> silent) {
        Map<String, List<String>> byOperator = new LinkedHashMap<>();
        silent.stream()
                .sorted(
                        (a, b) -> {
                            int byName = a.operator().compareTo(b.operator());
                            return byName != 0 ? byName : a.subtask() - b.subtask();
                        })
                .forEach(
                        entry ->
                                byOperator
                                        .computeIfAbsent(
                                                entry.operator(), name -> new ArrayList<>())
                                        .add((entry.subtask() + 1) + "/" + entry.parallelism()));
        List<String> parts = new ArrayList<>();
        byOperator.forEach(
                (operator, subtasks) ->
                        parts.add(
                                "'"
                                        + operator
                                        + "' (subtask"
                                        + (subtasks.size() == 1 ? " " : "s ")
                                        + String.join(", ", subtasks)
                                        + ")"));
        return String.join(" and ", parts);
    }

    private String heldBackBy() {
        List<String> splits = silentSplits.get();
        return splits.isEmpty()
                ? ""
                : "; subtask "
                        + (context.subtask() + 1)
                        + " of '"
                        + context.operatorName()
                        + "' waits for its split"
                        + (splits.size() == 1 ? " " : "s ")
                        + String.join(", ", splits);
    }

    /** Nothing more will come; idempotent. */
    void end() {
        over = true;
        entry.end();
        if (next != null) {
            next.cancel();
            next = null;
        }
    }
}
