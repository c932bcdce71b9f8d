// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.time;

import io.millrace.streaming.api.functions.source.SourceFunction;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.tests.kit.Shared;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A source that does what the test says, as it says it: {@link #record}, {@link #watermark}, {@link
 * #idle}, {@link #end}.
 */
final class Script implements SourceFunction<Long> {

    private static final long serialVersionUID = 1L;

    private interface Line {
        /** False for the end. */
        boolean play(SourceContext<Long> out);
    }

    private final Shared<BlockingQueue<Line>> lines = Shared.of(new LinkedBlockingQueue<>());
    private volatile boolean running = true;

    Script record(long value, long timestamp) {
        return add(
                out -> {
                    out.collectWithTimestamp(value, timestamp);
                    return true;
                });
    }

    Script watermark(long timestamp) {
        return add(
                out -> {
                    out.emitWatermark(new Watermark(timestamp));
                    return true;
                });
    }

    Script idle() {
        return add(
                out -> {
                    out.markAsTemporarilyIdle();
                    return true;
                });
    }

    Script end() {
        return add(out -> false);
    }

    private Script add(Line line) {
        lines.get().addAll(List.of(line));
        return this;
    }

    @Override
    public void run(SourceContext<Long> out) throws Exception {
        boolean more = true;
        while (running && more) {
            Line line = lines.get().poll(5, TimeUnit.MILLISECONDS);
            if (line != null) {
                more = line.play(out);
            }
        }
    }

    @Override
    public void cancel() {
        running = false;
    }
}
