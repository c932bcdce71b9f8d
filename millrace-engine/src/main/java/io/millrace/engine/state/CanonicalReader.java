// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.core.memory.DataInputDeserializer;
import java.io.IOException;

/** Reads the canonical form of keyed state, and operator state. */
public final class CanonicalReader implements HandleReader {

    @Override
    public boolean reads(StateHandle.Kind kind) {
        return kind == StateHandle.Kind.KEYED || kind == StateHandle.Kind.OPERATOR;
    }

    @Override
    public void read(RestoredState restored, EntryVisitor visitor) throws IOException {
        boolean keyed = restored.handle().kind().isKeyed();
        try (StateFileReader reader =
                keyed
                        ? StateFileReader.keyed(restored.source().open())
                        : StateFileReader.operator(restored.source().open())) {
            read(reader, visitor);
        }
    }

    /** Shows what was on its way to a subtask: a state for each channel. */
    public static void readInFlight(RestoredState restored, EntryVisitor visitor)
            throws IOException {
        try (StateFileReader reader = StateFileReader.inFlight(restored.source().open())) {
            read(reader, visitor);
        }
    }

    /** Shows the states of a file whose header was read. */
    public static void read(StateFileReader reader, EntryVisitor visitor) throws IOException {
        while (!visitor.isDone() && reader.nextState()) {
            StateHead head =
                    new StateHead(
                            reader.name(),
                            reader.kind(),
                            reader.keyType(),
                            reader.keyShape(),
                            reader.type(),
                            reader.shape(),
                            reader.namespaces());
            if (visitor.begin(head)) {
                show(reader, visitor);
            } else if (!visitor.isDone()) {
                StateFileReader.Passed passed = reader.passOver();
                visitor.end(passed.entries(), passed.bytes());
            }
        }
    }

    private static void show(StateFileReader reader, EntryVisitor visitor) throws IOException {
        long entries = 0;
        long bytes = 0;
        for (StateBlock block = reader.nextBlock(); block != null; block = reader.nextBlock()) {
            if (!show(block, visitor)) {
                if (!visitor.isDone()) {
                    reader.passOver();
                }
                visitor.end(-1, -1);
                return;
            }
            entries += block.entries();
            bytes += block.bytes().length;
        }
        visitor.end(entries, bytes);
    }

    /** Shows the entries of a block; false when the visitor wants no more. */
    public static boolean show(StateBlock block, EntryVisitor visitor) throws IOException {
        boolean[] more = {true};
        block.forEach(
                (in, length) -> {
                    int end = in.getPosition() + length;
                    if (more[0]) {
                        more[0] = visitor.entry(in, length);
                    }
                    seek(in, end);
                });
        return more[0];
    }

    private static void seek(DataInputDeserializer in, int end) throws IOException {
        if (in.getPosition() < end) {
            in.skipBytesToRead(end - in.getPosition());
        }
    }
}
