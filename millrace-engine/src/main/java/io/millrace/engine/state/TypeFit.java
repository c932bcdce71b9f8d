// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSchemaCompatibility;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.spi.types.TypeDescription;

/**
 * How values that a snapshot holds become values of the program's type: the verdict, and the
 * serializers that follow from it (ST-33). Judging reads no value.
 *
 * <p>A backend that keeps objects reads old bytes by {@link #reader} and goes on with {@link
 * #serializer}. One that keeps bytes does so only if the outcome is {@link
 * Outcome#AFTER_MIGRATION}: it then rewrites every value, reading by the one and writing by the
 * other ({@link #rewrite}). In all other cases {@link #serializer} understands the bytes as they
 * lie.
 *
 * @param <T> the values
 */
public final class TypeFit<T> {

    /** The four verdicts. */
    public enum Outcome {
        /** The program's serializer reads the bytes. */
        AS_IS,
        /** The bytes are read by an old serializer and written anew. */
        AFTER_MIGRATION,
        /** Another serializer than the program's, derived from it, reads and writes them. */
        RECONFIGURED,
        /** The program can't take them. */
        INCOMPATIBLE;

        /** The worse of two, where both must be done. */
        Outcome and(Outcome other) {
            if (this == INCOMPATIBLE || other == INCOMPATIBLE) {
                return INCOMPATIBLE;
            } else if (this == AFTER_MIGRATION || other == AFTER_MIGRATION) {
                return AFTER_MIGRATION;
            }
            return this == RECONFIGURED || other == RECONFIGURED ? RECONFIGURED : AS_IS;
        }
    }

    private final Outcome outcome;
    private final String why;
    private final TypeSerializer<T> reader;
    private final TypeSerializer<T> serializer;

    private TypeFit(
            Outcome outcome, String why, TypeSerializer<T> reader, TypeSerializer<T> serializer) {
        this.outcome = outcome;
        this.why = why;
        this.reader = reader;
        this.serializer = serializer;
    }

    /** Nothing has changed. */
    static <T> TypeFit<T> asIs(TypeSerializer<T> now) {
        return new TypeFit<>(Outcome.AS_IS, "", now, now);
    }

    /** The program can't take them, for that reason: whole sentences. */
    static <T> TypeFit<T> incompatible(String why) {
        return new TypeFit<>(Outcome.INCOMPATIBLE, why, null, null);
    }

    /**
     * Judges.
     *
     * @param old what is remembered of the serializer that wrote the bytes; not to be used again
     * @param now the program's serializer
     */
    static <T> TypeFit<T> of(TypeSerializerSnapshot<T> old, TypeSerializer<T> now) {
        String before = TypeDescription.of(old);
        TypeSerializerSnapshot<T> today = now.snapshotConfiguration();
        String after = TypeDescription.of(today);
        TypeSerializerSchemaCompatibility<T> verdict = today.resolveSchemaCompatibility(old);
        if (verdict.isCompatibleAsIs()) {
            return new TypeFit<>(Outcome.AS_IS, TypeChange.all(before, after), now, now);
        } else if (verdict.isCompatibleWithReconfiguredSerializer()) {
            TypeSerializer<T> reconfigured = verdict.getReconfiguredSerializer();
            return new TypeFit<>(
                    Outcome.RECONFIGURED,
                    TypeChange.all(before, after),
                    reconfigured,
                    reconfigured);
        } else if (verdict.isCompatibleAfterMigration()) {
            return new TypeFit<>(
                    Outcome.AFTER_MIGRATION,
                    TypeChange.all(before, after),
                    old.restoreSerializer(),
                    now);
        }
        return incompatible(TypeChange.between(before, after));
    }

    /** The same where the bytes can't be rewritten, for they are looked up by: keys (ST-35). */
    TypeFit<T> asKey() {
        if (outcome != Outcome.AFTER_MIGRATION) {
            return this;
        }
        return incompatible(
                "The fields of a class may change where its objects are values, but not where they"
                        + " are keys."
                        + (why.isEmpty() ? "" : " " + why));
    }

    /** The same of values that have times beside them, which have no form of their own. */
    static <V> TypeFit<Timed<V>> timed(TypeFit<V> values, TimedSerializer<V> now) {
        return values.outcome == Outcome.INCOMPATIBLE
                ? incompatible(values.why)
                : new TypeFit<>(
                        values.outcome,
                        values.why,
                        now.over(values.reader),
                        now.over(values.serializer));
    }

    /** The verdict. */
    public Outcome outcome() {
        return outcome;
    }

    /**
     * What is in the way, or what has changed; whole sentences. Empty if nothing has, or if the
     * texts of both types tell it.
     */
    public String why() {
        return why;
    }

    /** Reads the old bytes as values of today. Null if incompatible. */
    public TypeSerializer<T> reader() {
        return reader;
    }

    /** What to go on with, instead of the program's serializer. Null if incompatible. */
    public TypeSerializer<T> serializer() {
        return serializer;
    }

    /**
     * The outcome as an error.
     *
     * @throws IncompatibleShape if it is {@link Outcome#INCOMPATIBLE}
     */
    public TypeFit<T> orThrow() throws IncompatibleShape {
        if (outcome == Outcome.INCOMPATIBLE) {
            throw new IncompatibleShape(why);
        }
        return this;
    }

    @Override
    public String toString() {
        return outcome + (why.isEmpty() ? "" : ": " + why);
    }
}
