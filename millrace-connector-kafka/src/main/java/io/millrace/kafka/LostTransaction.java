// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * A transaction whose records are gone, and what to tell of it.
 *
 * @param id the transactional id, {@code PREFIX-SUBTASK-CHECKPOINT}
 */
record LostTransaction(String id, String prefix, Duration timeout) {

    static LostTransaction of(Object committable, SinkSettings settings) {
        return new LostTransaction(
                transactionalId(committable), settings.prefix(), settings.timeout());
    }

    /** The connector keeps its committables to itself. */
    private static String transactionalId(Object committable) {
        try {
            Method method = committable.getClass().getDeclaredMethod("getTransactionalId");
            method.setAccessible(true);
            return (String) method.invoke(committable);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(
                    "This version of the Kafka connector tells no transactional id of "
                            + committable.getClass().getName(),
                    e);
        }
    }

    /** The checkpoint it was written for: the connector ends its ids with that number. */
    OptionalLong checkpoint() {
        String number = id.substring(id.lastIndexOf('-') + 1);
        return number.matches("\\d{1,18}")
                ? OptionalLong.of(Long.parseLong(number))
                : OptionalLong.empty();
    }

    String message(Throwable reason) {
        String checkpoint =
                checkpoint().isPresent()
                        ? "checkpoint " + checkpoint().getAsLong()
                        : "a checkpoint that its name does not tell";
        return "The Kafka transaction '"
                + id
                + "' of "
                + checkpoint
                + " can't be committed: the broker has aborted it, or has given it to another. "
                + EndedTransaction.why(prefix, timeout.toMillis())
                + " Its records are lost for readers of"
                + " committed records. To write them again, resume from a checkpoint or savepoint"
                + " before "
                + checkpoint
                + "; to go on without them, set "
                + SinkSettings.WHEN_LOST
                + " = log at the sink. The broker says: "
                + reason.getMessage();
    }
}
