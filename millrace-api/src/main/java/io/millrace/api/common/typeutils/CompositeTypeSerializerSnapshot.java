// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.util.Objects;

/**
 * The snapshot of a serializer that is made of others: what the outer one adds, then the snapshots
 * of the nested ones. It is compatible if the outer part is and all nested ones are; the worst
 * verdict wins.
 *
 * @param <T> the values
 * @param <S> the outer serializer
 */
@PublicEvolving
public abstract class CompositeTypeSerializerSnapshot<T, S extends TypeSerializer<T>>
        implements TypeSerializerSnapshot<T> {

    /** How the outer parts of two snapshots go together. */
    @PublicEvolving
    protected enum OuterSchemaCompatibility {
        /** The new one reads the old bytes. */
        COMPATIBLE_AS_IS,
        /** The old bytes must be rewritten. */
        COMPATIBLE_AFTER_MIGRATION,
        /** The new one can do nothing with the old bytes. */
        INCOMPATIBLE
    }

    private static final int VERSION = 3;

    private TypeSerializerSnapshot<?>[] nested;

    /** For reading; the class is not needed any more. */
    @SuppressWarnings("rawtypes") // the mirrored signature
    public CompositeTypeSerializerSnapshot(
            Class<? extends TypeSerializer> correspondingSerializerClass) {
        Objects.requireNonNull(correspondingSerializerClass, "correspondingSerializerClass");
    }

    /** For reading. */
    public CompositeTypeSerializerSnapshot() {}

    /** For writing: remembers that serializer and the nested ones. */
    public CompositeTypeSerializerSnapshot(S serializerInstance) {
        TypeSerializer<?>[] serializers =
                getNestedSerializers(
                        Objects.requireNonNull(serializerInstance, "serializerInstance"));
        this.nested = new TypeSerializerSnapshot<?>[serializers.length];
        for (int i = 0; i < serializers.length; i++) {
            nested[i] = serializers[i].snapshotConfiguration();
        }
    }

    @Override
    public final int getCurrentVersion() {
        return VERSION;
    }

    @Override
    public final void writeSnapshot(DataOutputView out) throws IOException {
        out.writeInt(getCurrentOuterSnapshotVersion());
        writeOuterSnapshot(out);
        TypeSerializerSnapshot<?>[] parts = getNestedSerializerSnapshots();
        out.writeInt(parts.length);
        for (TypeSerializerSnapshot<?> part : parts) {
            TypeSerializerSnapshot.writeVersionedSnapshot(out, part);
        }
    }

    @Override
    public final void readSnapshot(
            int readVersion, DataInputView in, ClassLoader userCodeClassLoader) throws IOException {
        if (readVersion != VERSION) {
            throw new IOException(
                    getClass().getName()
                            + ": the snapshot was written in version "
                            + readVersion
                            + " of its format; this program reads version "
                            + VERSION);
        }
        readOuterSnapshot(in.readInt(), in, userCodeClassLoader);
        int parts = in.readInt();
        if (parts < 0) {
            throw new IOException(
                    getClass().getName() + ": the bytes claim " + parts + " nested serializers");
        }
        nested = new TypeSerializerSnapshot<?>[parts];
        for (int i = 0; i < parts; i++) {
            nested[i] = TypeSerializerSnapshot.readVersionedSnapshot(in, userCodeClassLoader);
        }
    }

    /** The snapshots of the nested serializers, in their order. */
    public TypeSerializerSnapshot<?>[] getNestedSerializerSnapshots() {
        if (nested == null) {
            throw new IllegalStateException(
                    getClass().getName() + " has neither been read nor made for a serializer");
        }
        return nested;
    }

    @Override
    @SuppressWarnings("unchecked") // nested snapshots are compared place by place
    public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
            TypeSerializerSnapshot<T> oldSerializerSnapshot) {
        if (oldSerializerSnapshot.getClass() != getClass()) {
            return TypeSerializerSchemaCompatibility.incompatible();
        }
        TypeSerializerSnapshot<?>[] mine = getNestedSerializerSnapshots();
        TypeSerializerSnapshot<?>[] old =
                ((CompositeTypeSerializerSnapshot<T, S>) oldSerializerSnapshot)
                        .getNestedSerializerSnapshots();
        OuterSchemaCompatibility outer = resolveOuterSchemaCompatibility(oldSerializerSnapshot);
        if (outer == OuterSchemaCompatibility.INCOMPATIBLE || mine.length != old.length) {
            return TypeSerializerSchemaCompatibility.incompatible();
        }
        NestedCompatibility parts = NestedCompatibility.of(mine, old);
        if (parts.incompatible()) {
            return TypeSerializerSchemaCompatibility.incompatible();
        }
        if (outer == OuterSchemaCompatibility.COMPATIBLE_AFTER_MIGRATION || parts.migration()) {
            return TypeSerializerSchemaCompatibility.compatibleAfterMigration();
        }
        return parts.reconfigured()
                ? TypeSerializerSchemaCompatibility.compatibleWithReconfiguredSerializer(
                        createOuterSerializerWithNestedSerializers(parts.serializers()))
                : TypeSerializerSchemaCompatibility.compatibleAsIs();
    }

    @Override
    public final TypeSerializer<T> restoreSerializer() {
        TypeSerializerSnapshot<?>[] parts = getNestedSerializerSnapshots();
        TypeSerializer<?>[] serializers = new TypeSerializer<?>[parts.length];
        for (int i = 0; i < parts.length; i++) {
            serializers[i] = parts[i].restoreSerializer();
        }
        return createOuterSerializerWithNestedSerializers(serializers);
    }

    /** The version of what {@link #writeOuterSnapshot} writes. */
    protected abstract int getCurrentOuterSnapshotVersion();

    /** The nested serializers of that one, always in the same order. */
    protected abstract TypeSerializer<?>[] getNestedSerializers(S outerSerializer);

    /** An outer serializer over those nested ones. */
    protected abstract S createOuterSerializerWithNestedSerializers(
            TypeSerializer<?>[] nestedSerializers);

    /** Writes what the outer serializer adds; by default nothing. */
    protected void writeOuterSnapshot(DataOutputView out) throws IOException {}

    /** Reads what {@link #writeOuterSnapshot} wrote; by default nothing. */
    protected void readOuterSnapshot(
            int readOuterSnapshotVersion, DataInputView in, ClassLoader userCodeClassLoader)
            throws IOException {}

    /** Judges the outer part of this, the new snapshot against the old one's. */
    @SuppressWarnings("unchecked") // called only if both are of this class
    protected OuterSchemaCompatibility resolveOuterSchemaCompatibility(
            TypeSerializerSnapshot<T> oldSerializerSnapshot) {
        return ((CompositeTypeSerializerSnapshot<T, S>) oldSerializerSnapshot)
                .resolveOuterSchemaCompatibility((S) restoreSerializer());
    }

    /** The older form of the judgement, asked of the old snapshot: only yes or no. */
    protected boolean isOuterSnapshotCompatible(S newSerializer) {
        return true;
    }

    /** The older form of the judgement, asked of the old snapshot. */
    protected OuterSchemaCompatibility resolveOuterSchemaCompatibility(S newSerializer) {
        return isOuterSnapshotCompatible(newSerializer)
                ? OuterSchemaCompatibility.COMPATIBLE_AS_IS
                : OuterSchemaCompatibility.INCOMPATIBLE;
    }
}
