// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.api.common.typeutils.base.VoidSerializer;
import io.millrace.streaming.api.functions.sink.TwoPhaseCommitSinkFunction;
import io.millrace.testing.SimulatedWorld;

/** Writes rows to the world's ledger by the older, two-phase contract. */
class TwoPhaseLedgerSink extends TwoPhaseCommitSinkFunction<String, String, Void> {

    private static final long serialVersionUID = 1L;

    final SimulatedWorld world;

    TwoPhaseLedgerSink(SimulatedWorld world) {
        super(StringSerializer.INSTANCE, VoidSerializer.INSTANCE);
        this.world = world;
    }

    @Override
    protected String beginTransaction() {
        return world.ledger().begin();
    }

    @Override
    protected void invoke(String transaction, String row, Context context) {
        world.userCode("sink");
        world.ledger().append(transaction, row);
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
