// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils;

import io.millrace.annotation.PublicEvolving;

/**
 * Whether a serializer can go on with bytes that an earlier one wrote, and what must be done first.
 *
 * @param <T> the values
 */
@PublicEvolving
public class TypeSerializerSchemaCompatibility<T> {

    private enum Verdict {
        AS_IS,
        AFTER_MIGRATION,
        WITH_RECONFIGURED_SERIALIZER,
        INCOMPATIBLE
    }

    private final Verdict verdict;
    private final TypeSerializer<T> reconfigured;

    private TypeSerializerSchemaCompatibility(Verdict verdict, TypeSerializer<T> reconfigured) {
        this.verdict = verdict;
        this.reconfigured = reconfigured;
    }

    /** The new serializer reads the old bytes. */
    public static <T> TypeSerializerSchemaCompatibility<T> compatibleAsIs() {
        return new TypeSerializerSchemaCompatibility<>(Verdict.AS_IS, null);
    }

    /** The old bytes must be read by the old serializer and written by the new one. */
    public static <T> TypeSerializerSchemaCompatibility<T> compatibleAfterMigration() {
        return new TypeSerializerSchemaCompatibility<>(Verdict.AFTER_MIGRATION, null);
    }

    /** That serializer, used instead of the new one, reads the old bytes. */
    public static <T> TypeSerializerSchemaCompatibility<T> compatibleWithReconfiguredSerializer(
            TypeSerializer<T> reconfiguredSerializer) {
        if (reconfiguredSerializer == null) {
            throw new NullPointerException("reconfiguredSerializer");
        }
        return new TypeSerializerSchemaCompatibility<>(
                Verdict.WITH_RECONFIGURED_SERIALIZER, reconfiguredSerializer);
    }

    /** The new serializer can do nothing with the old bytes. */
    public static <T> TypeSerializerSchemaCompatibility<T> incompatible() {
        return new TypeSerializerSchemaCompatibility<>(Verdict.INCOMPATIBLE, null);
    }

    /** See {@link #compatibleAsIs()}. */
    public boolean isCompatibleAsIs() {
        return verdict == Verdict.AS_IS;
    }

    /** See {@link #compatibleAfterMigration()}. */
    public boolean isCompatibleAfterMigration() {
        return verdict == Verdict.AFTER_MIGRATION;
    }

    /** See {@link #compatibleWithReconfiguredSerializer}. */
    public boolean isCompatibleWithReconfiguredSerializer() {
        return verdict == Verdict.WITH_RECONFIGURED_SERIALIZER;
    }

    /**
     * The serializer to use instead of the new one.
     *
     * @throws IllegalStateException if the verdict is another
     */
    public TypeSerializer<T> getReconfiguredSerializer() {
        if (reconfigured == null) {
            throw new IllegalStateException(
                    "there is a reconfigured serializer only if the verdict says so, but it is "
                            + this);
        }
        return reconfigured;
    }

    /** See {@link #incompatible()}. */
    public boolean isIncompatible() {
        return verdict == Verdict.INCOMPATIBLE;
    }

    @Override
    public String toString() {
        return "TypeSerializerSchemaCompatibility{" + verdict + "}";
    }
}
