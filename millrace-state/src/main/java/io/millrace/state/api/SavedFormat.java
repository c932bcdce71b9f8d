// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.api.common.io.DefaultInputSplitAssigner;
import io.millrace.api.common.io.RichInputFormat;
import io.millrace.api.common.io.statistics.BaseStatistics;
import io.millrace.configuration.Configuration;
import io.millrace.core.io.GenericInputSplit;
import io.millrace.core.io.InputSplitAssigner;
import io.millrace.engine.offline.SavedOperator;
import io.millrace.util.Collector;
import java.io.IOException;
import java.util.ArrayDeque;

/**
 * Reads state of one operator, in parts that are dealt out to readers. Of what a part gives, so
 * much waits to be taken as one step brings forth.
 */
abstract class SavedFormat<T> extends RichInputFormat<T, GenericInputSplit> {
    private static final long serialVersionUID = 1L;

    final Saved saved;
    private final OperatorIdentifier identifier;

    private transient ArrayDeque<T> ready;

    SavedFormat(Saved saved, OperatorIdentifier identifier) {
        this.saved = saved;
        this.identifier = identifier;
    }

    final OperatorIdentifier identifier() {
        return identifier;
    }

    final SavedOperator operator() throws IOException {
        return saved.operator(identifier);
    }

    /** Refuses what is not there, while the program is built. */
    abstract void check() throws IOException;

    /**
     * Into how many parts it is cut.
     *
     * @param atLeast how many would be welcome
     */
    abstract int parts(int atLeast) throws IOException;

    abstract void begin(int part, int parts) throws Exception;

    /** Gives some more; false when there is none. */
    abstract boolean step(Collector<T> out) throws Exception;

    /** After a part, whether or not it was read to its end. */
    abstract void end() throws Exception;

    @Override
    public final void configure(Configuration parameters) {
        // all is known
    }

    @Override
    public final BaseStatistics getStatistics(BaseStatistics cachedStatistics) {
        return cachedStatistics;
    }

    @Override
    public final GenericInputSplit[] createInputSplits(int minNumSplits) throws IOException {
        int parts = parts(minNumSplits);
        GenericInputSplit[] splits = new GenericInputSplit[parts];
        for (int i = 0; i < parts; i++) {
            splits[i] = new GenericInputSplit(i, parts);
        }
        return splits;
    }

    @Override
    public final InputSplitAssigner getInputSplitAssigner(GenericInputSplit[] inputSplits) {
        return new DefaultInputSplitAssigner(inputSplits);
    }

    @Override
    public final void open(GenericInputSplit split) throws IOException {
        ready = new ArrayDeque<>();
        try {
            begin(split.getSplitNumber(), split.getTotalNumberOfSplits());
        } catch (Exception e) {
            try {
                end(); // nobody closes what could not be opened
            } catch (Exception more) {
                e.addSuppressed(more);
            }
            throw failure(e);
        }
    }

    @Override
    public final boolean reachedEnd() throws IOException {
        try {
            while (ready.isEmpty()) {
                if (!step(Taking.into(ready))) {
                    return true;
                }
            }
            return false;
        } catch (Exception e) {
            throw failure(e);
        }
    }

    @Override
    public final T nextRecord(T reuse) {
        return ready.poll();
    }

    @Override
    public final void close() throws IOException {
        ready = null;
        try {
            end();
        } catch (Exception e) {
            throw failure(e);
        }
    }

    private IOException failure(Exception e) {
        if (e instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return e instanceof IOException io
                ? io
                : new IOException(
                        "State of "
                                + identifier
                                + " in "
                                + saved.pointer()
                                + " can't be read: "
                                + e.getMessage(),
                        e);
    }
}
