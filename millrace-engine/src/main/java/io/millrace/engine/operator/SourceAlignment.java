// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.eventtime.WatermarkAlignmentParams;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.configuration.PipelineOptions;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.ProcessingTimeCallback;
import io.millrace.engine.chain.WatermarkBoard;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Makes a reader wait for the slowest source subtask of its group, so that operators behind need
 * not keep for long what came too soon.
 *
 * <p><b>Who waits.</b> Every update interval the subtask looks at the lowest watermark of the
 * group, on the {@link WatermarkBoard}, and adds the drift that is allowed. While its own watermark
 * is beyond that bound, its reader is not asked for records. Of several splits those beyond the
 * bound are paused one by one, if the reader can do that; if it can't, the job fails, unless {@code
 * pipeline.watermark-alignment.allow-unaligned-source-splits} lets it be.
 *
 * <p><b>Why nobody waits for ever.</b> Whoever has the lowest watermark is never beyond the bound.
 * Who is idle, has ended or has no watermark yet is not waited for. A subtask that waits goes on
 * taking letters and checkpoint barriers, for it is a step like any other that has nothing to emit;
 * and it looks again after the update interval by itself, so nobody has to wake it.
 *
 * <p>The bound is no state: after a failure sources start together and find it anew.
 */
final class SourceAlignment {

    private final OperatorContext context;
    private final SourceOutputs<?> outputs;
    private final SourceReader<?, ?> reader;
    private final WatermarkBoard board;
    private final String group;
    private final long driftMs;
    private final long intervalMs;
    private final boolean splitsMayRunAhead;
    private final Set<String> paused = new HashSet<>();
    private long bound = Long.MAX_VALUE;
    private CompletableFuture<Void> turn;
    private boolean canPauseSplits = true;
    private ProcessingTimeCallback.Registration next;
    private boolean ended;

    SourceAlignment(
            OperatorContext context,
            SourceOutputs<?> outputs,
            WatermarkBoard.Entry own,
            SourceReader<?, ?> reader,
            WatermarkAlignmentParams params,
            boolean splitsMayRunAhead) {
        this.context = context;
        this.outputs = outputs;
        this.reader = reader;
        this.board = context.watermarks();
        this.group = params.getWatermarkGroup();
        this.driftMs = params.getMaxAllowedWatermarkDrift();
        this.intervalMs = params.getUpdateInterval();
        this.splitsMayRunAhead = splitsMayRunAhead;
        context.metrics().group().gauge("watermarkAlignmentDrift", () -> board.drift(own));
    }

    void start() {
        lookAgain();
    }

    private void lookAgain() {
        next =
                context.schedule(
                        context.clock().millis() + intervalMs,
                        due -> {
                            if (!ended) {
                                long lowest = board.lowest(group);
                                bound =
                                        lowest + driftMs < lowest
                                                ? Long.MAX_VALUE
                                                : lowest + driftMs;
                                check();
                                lookAgain();
                            }
                        });
    }

    /** Not from within a call of the reader, which may be told to pause. */
    void check() {
        if (ended) {
            return;
        }
        boolean mustWait = outputs.watermark() > bound;
        if (mustWait && turn == null) {
            turn = new CompletableFuture<>();
            outputs.hold(true);
        } else if (!mustWait && turn != null) {
            CompletableFuture<Void> mine = turn;
            turn = null;
            outputs.hold(false);
            mine.complete(null);
        }
        if (canPauseSplits) {
            checkSplits();
        }
    }

    /** A single split is held up by not asking the reader. */
    private void checkSplits() {
        boolean several = outputs.splitCount() > 1;
        if (!several && paused.isEmpty()) {
            return;
        }
        List<String> toPause = new ArrayList<>();
        List<String> toResume = new ArrayList<>();
        Set<String> there = new HashSet<>();
        outputs.forEachSplit(
                (id, watermark, idle) -> {
                    there.add(id);
                    boolean ahead = several && !idle && watermark > bound;
                    if (ahead && !paused.contains(id)) {
                        toPause.add(id);
                    } else if (!ahead && paused.contains(id)) {
                        toResume.add(id);
                    }
                });
        paused.retainAll(there);
        if (toPause.isEmpty() && toResume.isEmpty()) {
            return;
        }
        try {
            reader.pauseOrResumeSplits(toPause, toResume);
        } catch (UnsupportedOperationException e) {
            if (!splitsMayRunAhead) {
                throw new UnsupportedOperationException(
                        "The reader of '"
                                + context.operatorName()
                                + "' ("
                                + reader.getClass().getName()
                                + ") has several splits and can't pause single ones, which alignment"
                                + " of watermarks (group '"
                                + group
                                + "') needs now: "
                                + toPause
                                + " are too far ahead. Give each subtask one split, or set "
                                + PipelineOptions.ALLOW_UNALIGNED_SOURCE_SPLITS.key()
                                + ": true, by which only whole subtasks wait for each other",
                        e);
            }
            canPauseSplits = false;
            return;
        }
        toPause.forEach(id -> outputs.holdSplit(id, true));
        toResume.forEach(id -> outputs.holdSplit(id, false));
        paused.addAll(toPause);
        toResume.forEach(paused::remove);
    }

    /** Whether the reader may not be asked for records now. */
    boolean mustWait() {
        return turn != null;
    }

    /** Completes when it may. */
    CompletableFuture<Void> turn() {
        return turn;
    }

    /** Nothing more will come; idempotent. */
    void end() {
        ended = true;
        if (next != null) {
            next.cancel();
            next = null;
        }
    }
}
