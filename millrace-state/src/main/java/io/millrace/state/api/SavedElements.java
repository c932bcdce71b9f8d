// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.engine.offline.SavedOperator;
import io.millrace.util.Collector;
import java.io.IOException;
import java.util.Set;

/** Reads the elements of a list of operator state: of an ordinary one subtask by subtask. */
final class SavedElements<T> extends SavedFormat<T> {
    private static final long serialVersionUID = 1L;

    private final ListStateDescriptor<T> descriptor;
    private final boolean union;
    private transient int part;
    private transient boolean read;

    SavedElements(
            Saved saved,
            OperatorIdentifier identifier,
            ListStateDescriptor<T> descriptor,
            boolean union) {
        super(saved, identifier);
        this.descriptor = descriptor;
        this.union = union;
    }

    @Override
    void check() throws IOException {
        operator()
                .require(
                        Set.of(descriptor.getName()),
                        Set.of(union ? SavedOperator.UNION_LIST : SavedOperator.LIST));
    }

    @Override
    int parts(int atLeast) throws IOException {
        return union ? 1 : operator().parallelism();
    }

    @Override
    void begin(int which, int parts) {
        part = which;
        read = false;
    }

    @Override
    boolean step(Collector<T> out) throws Exception {
        if (read) {
            return false;
        }
        read = true;
        operator().elements(descriptor, union, part, saved.config(), out::collect);
        return true;
    }

    @Override
    void end() {
        // all is read at once
    }
}
