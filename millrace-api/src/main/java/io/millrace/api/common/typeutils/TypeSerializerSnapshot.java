// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/**
 * What a checkpoint remembers of a serializer: enough to make one that reads the old bytes, and to
 * judge whether a later serializer can go on with them.
 *
 * <p>A class needs a public constructor without arguments. It implements one of the two {@code
 * resolveSchemaCompatibility} methods; each is by default the other, seen from the other side.
 *
 * @param <T> the values
 */
@PublicEvolving
public interface TypeSerializerSnapshot<T> {

    /** The version of the format that {@link #writeSnapshot} writes. */
    int getCurrentVersion();

    /** Writes what must be remembered; {@link #readSnapshot} reads it. */
    void writeSnapshot(DataOutputView out) throws IOException;

    /** Fills this snapshot from what a snapshot of the given version wrote. */
    void readSnapshot(int readVersion, DataInputView in, ClassLoader userCodeClassLoader)
            throws IOException;

    /** A serializer that reads and writes as the one that was remembered. */
    TypeSerializer<T> restoreSerializer();

    /**
     * Judges whether a new serializer can go on with what this snapshot's serializer wrote. Kept
     * for snapshots written against older versions; new ones implement the other method.
     */
    default TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
            TypeSerializer<T> newSerializer) {
        return newSerializer.snapshotConfiguration().resolveSchemaCompatibility(this);
    }

    /** Judges whether this snapshot's serializer can go on with what the old one's wrote. */
    default TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
            TypeSerializerSnapshot<T> oldSerializerSnapshot) {
        return oldSerializerSnapshot.resolveSchemaCompatibility(restoreSerializer());
    }

    /** Writes which snapshot it is, its version, and its content. */
    static void writeVersionedSnapshot(DataOutputView out, TypeSerializerSnapshot<?> snapshot)
            throws IOException {
        out.writeUTF(SnapshotNames.nameOf(snapshot));
        out.writeInt(snapshot.getCurrentVersion());
        snapshot.writeSnapshot(out);
    }

    /**
     * Reads what {@link #writeVersionedSnapshot} wrote.
     *
     * @throws IOException if the bytes are damaged, or the class of the snapshot is not there
     */
    static <T> TypeSerializerSnapshot<T> readVersionedSnapshot(DataInputView in, ClassLoader cl)
            throws IOException {
        TypeSerializerSnapshot<T> snapshot = SnapshotNames.instantiate(in.readUTF(), cl);
        snapshot.readSnapshot(in.readInt(), in, cl);
        return snapshot;
    }
}
