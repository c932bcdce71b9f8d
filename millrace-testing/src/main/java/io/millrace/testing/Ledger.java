// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An outside system that takes rows in transactions, as a database or a broker would: what is
 * prepared or committed survives the process that wrote it, what is only open does not. It takes
 * each commit twice without harm, for committers must be able to say the same thing twice;
 * everything that would lose or double a row is refused and remembered as a {@link #violations
 * violation}.
 *
 * <p>Belongs to a {@link SimulatedWorld}, and each call is a moment at which that world's fate may
 * strike: before the call took effect, or after it did and before its caller hears of it.
 */
public final class Ledger {

    private enum State {
        OPEN,
        PREPARED,
        COMMITTED,
        ABORTED
    }

    private static final class Transaction {
        final String name;
        final List<String> rows = new ArrayList<>();
        State state = State.OPEN;

        Transaction(String name) {
            this.name = name;
        }
    }

    private final SimulatedWorld world;
    private final Map<String, Transaction> transactions = new LinkedHashMap<>();
    private final List<String> committed = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private long names;

    Ledger(SimulatedWorld world) {
        this.world = world;
    }

    /** Begins a transaction and gives its name. */
    public String begin() {
        world.effect("ledger begin");
        String name = "txn-" + ++names;
        transactions.put(name, new Transaction(name));
        return name;
    }

    /** Writes a row; it is lost with the process until the transaction is prepared. */
    public void append(String transaction, String row) {
        world.alive();
        expect(transaction, "append to", State.OPEN).rows.add(row);
    }

    /**
     * Makes the rows safe; from here on another process can commit them. Preparing twice is no
     * harm.
     */
    public void prepare(String transaction) {
        world.effect("ledger prepare");
        Transaction of = find(transaction, "prepare");
        if (of.state != State.PREPARED) {
            expect(transaction, "prepare", State.OPEN).state = State.PREPARED;
        }
        world.effect("ledger prepared");
    }

    /** Makes the rows visible. Committing twice is no harm. */
    public void commit(String transaction) {
        world.effect("ledger commit");
        Transaction of = find(transaction, "commit");
        if (of.state != State.COMMITTED) {
            expect(transaction, "commit", State.PREPARED).state = State.COMMITTED;
            committed.addAll(of.rows);
            world.trace(transaction);
        }
        world.effect("ledger committed");
    }

    /** Drops the rows. Dropping what is unknown or dropped is no harm. */
    public void abort(String transaction) {
        world.effect("ledger abort");
        Transaction of = transactions.get(transaction);
        if (of == null || of.state == State.ABORTED) {
            return;
        }
        if (of.state == State.COMMITTED) {
            throw violation("abort", of);
        }
        of.state = State.ABORTED;
        world.effect("ledger aborted");
    }

    /** All rows that are visible, in the order in which they became so. */
    public List<String> committed() {
        return List.copyOf(committed);
    }

    /** What was asked for that may never be asked for. */
    public List<String> violations() {
        return List.copyOf(violations);
    }

    /** The process has died. */
    void crash() {
        transactions.values().removeIf(transaction -> transaction.state == State.OPEN);
    }

    private Transaction find(String transaction, String doing) {
        Transaction found = transactions.get(transaction);
        if (found == null) {
            String what =
                    "An attempt to " + doing + " transaction " + transaction + ", which is lost";
            violations.add(what);
            throw new IllegalStateException(what);
        }
        return found;
    }

    private Transaction expect(String transaction, String doing, State state) {
        Transaction found = find(transaction, doing);
        if (found.state != state) {
            throw violation(doing, found);
        }
        return found;
    }

    private IllegalStateException violation(String doing, Transaction of) {
        String what =
                "An attempt to " + doing + " transaction " + of.name + ", which is " + of.state;
        violations.add(what);
        return new IllegalStateException(what);
    }
}
