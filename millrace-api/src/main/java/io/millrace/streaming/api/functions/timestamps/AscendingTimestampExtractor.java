// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.timestamps;

import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.api.functions.AssignerWithPeriodicWatermarks;
import io.millrace.streaming.api.watermark.Watermark;
import java.io.Serializable;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For records whose timestamps only grow within each subtask; older form of monotonous timestamps.
 */
@PublicEvolving
public abstract class AscendingTimestampExtractor<T> implements AssignerWithPeriodicWatermarks<T> {

    private static final long serialVersionUID = 1L;

    private long currentTimestamp = Long.MIN_VALUE;
    private MonotonyViolationHandler violationHandler = new LoggingHandler();

    public AscendingTimestampExtractor() {}

    /** The record's timestamp in milliseconds. */
    public abstract long extractAscendingTimestamp(T element);

    /** Chooses what happens to a timestamp that goes back; the default logs it. */
    public AscendingTimestampExtractor<T> withViolationHandler(MonotonyViolationHandler handler) {
        this.violationHandler = Objects.requireNonNull(handler, "handler");
        return this;
    }

    @Override
    public final long extractTimestamp(T element, long elementPrevTimestamp) {
        long timestamp = extractAscendingTimestamp(element);
        if (timestamp >= currentTimestamp) {
            currentTimestamp = timestamp;
        } else {
            violationHandler.handleViolation(timestamp, currentTimestamp);
        }
        return timestamp;
    }

    @Override
    public final Watermark getCurrentWatermark() {
        return new Watermark(
                currentTimestamp == Long.MIN_VALUE ? Long.MIN_VALUE : currentTimestamp - 1);
    }

    /** What happens to a timestamp that goes back. */
    public interface MonotonyViolationHandler extends Serializable {

        void handleViolation(long elementTimestamp, long lastTimestamp);
    }

    /** Takes no notice. */
    public static final class IgnoringHandler implements MonotonyViolationHandler {

        private static final long serialVersionUID = 1L;

        public IgnoringHandler() {}

        @Override
        public void handleViolation(long elementTimestamp, long lastTimestamp) {}
    }

    /** Fails the task. */
    public static final class FailingHandler implements MonotonyViolationHandler {

        private static final long serialVersionUID = 1L;

        public FailingHandler() {}

        @Override
        public void handleViolation(long elementTimestamp, long lastTimestamp) {
            throw new RuntimeException(
                    "Timestamps were promised to ascend, but "
                            + elementTimestamp
                            + " came after "
                            + lastTimestamp
                            + '.');
        }
    }

    /** Writes a warning. */
    public static final class LoggingHandler implements MonotonyViolationHandler {

        private static final long serialVersionUID = 1L;

        private static final Logger LOG =
                LoggerFactory.getLogger(AscendingTimestampExtractor.class);

        public LoggingHandler() {}

        @Override
        public void handleViolation(long elementTimestamp, long lastTimestamp) {
            LOG.warn(
                    "Timestamps were promised to ascend, but {} came after {}.",
                    elementTimestamp,
                    lastTimestamp);
        }
    }
}
