// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.streaming.api.functions.sink.TwoPhaseCommitSinkFunction;

/**
 * The same as {@link LedgerSink}, by the older contract.
 *
 * @param <T> the records
 */
final class LedgerSinkFunction<T> extends TwoPhaseCommitSinkFunction<T, String, String> {

    private static final long serialVersionUID = 1L;

    private final SimulatedWorld world;
    private final String label;

    LedgerSinkFunction(SimulatedWorld world, String label) {
        super(StringSerializer.INSTANCE, StringSerializer.INSTANCE);
        this.world = world;
        this.label = label;
    }

    @Override
    protected String beginTransaction() {
        return world.ledger().begin();
    }

    @Override
    protected void invoke(String transaction, T value, Context context) {
        world.userCode("writing of a result");
        world.ledger().append(transaction, label + value);
    }

    @Override
    protected void preCommit(String transaction) {
        world.ledger().prepare(transaction);
    }

    @Override
    protected void commit(String transaction) {
        world.ledger().commit(transaction);
    }

    @Override
    protected void abort(String transaction) {
        world.ledger().abort(transaction);
    }
}
