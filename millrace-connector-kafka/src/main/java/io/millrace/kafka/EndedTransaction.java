// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import io.millrace.util.ExceptionUtils;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;

/**
 * What to say of a transaction that the broker has ended, or has given to another producer, in the
 * same words wherever it is noticed: when it begins, at a record, at a flush and at the commit. The
 * broker does not tell its two reasons apart.
 */
final class EndedTransaction {

    private EndedTransaction() {}

    /** Whether that is what has failed. */
    static boolean isIn(Throwable failure) {
        return ExceptionUtils.findThrowable(failure, InvalidProducerEpochException.class)
                        .isPresent()
                || ExceptionUtils.findThrowable(failure, ProducerFencedException.class).isPresent();
    }

    /**
     * Of one whose records no checkpoint has promised.
     *
     * @param id transactional id; null if it is not known
     * @param servers where the sink writes
     */
    static String message(String id, String servers, String prefix, Object timeoutMs) {
        return "The broker has ended "
                + (id == null ? "a transaction" : "the transaction '" + id + "'")
                + " of the Kafka sink at "
                + servers
                + " with the transactional-id prefix '"
                + prefix
                + "', and takes no more records of it. "
                + why(prefix, timeoutMs)
                + " Nothing is lost: the job's last checkpoint comes before these records.";
    }

    /** The two reasons there may be, and what to do about each. */
    static String why(String prefix, Object timeoutMs) {
        return "Either another job, or another run of this one that was thought dead or has taken"
                + " over, writes with the prefix '"
                + prefix
                + "': end the run that is not to be, and give each job a prefix of its own"
                + " (KafkaSinkBuilder.setTransactionalIdPrefix). Or the transaction has expired: it was open for"
                + " longer than transaction.timeout.ms = "
                + timeoutMs
                + " ms, because checkpoints are further apart, took longer, or the job was down:"
                + " set a longer one.";
    }
}
