// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import io.millrace.api.common.JobID;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * How the subtasks of a source, all in this process, find the ledger they share. One attempt to run
 * the job has one; it lives as long as a subtask holds it.
 */
final class SharedLedgers {

    /** What the subtasks of one source in one attempt have in common. */
    record Key(JobID job, int attempt, String source) {}

    private static final Map<Key, WeakReference<MessageLedger>> LEDGERS = new HashMap<>();

    private SharedLedgers() {}

    static synchronized MessageLedger get(Key key, Supplier<MessageLedger> make) {
        LEDGERS.values().removeIf(reference -> reference.get() == null);
        WeakReference<MessageLedger> reference = LEDGERS.get(key);
        MessageLedger ledger = reference == null ? null : reference.get();
        if (ledger == null) {
            ledger = make.get();
            LEDGERS.put(key, new WeakReference<>(ledger));
        }
        return ledger;
    }
}
