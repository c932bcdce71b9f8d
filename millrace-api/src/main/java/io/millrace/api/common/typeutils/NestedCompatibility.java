// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils;

/**
 * The verdicts over nested serializers, taken together.
 *
 * @param serializers the ones to use, reconfigured where needed
 */
record NestedCompatibility(
        boolean incompatible,
        boolean migration,
        boolean reconfigured,
        TypeSerializer<?>[] serializers) {

    /** Judges new snapshots against old ones, place by place; there are as many of both. */
    static NestedCompatibility of(
            TypeSerializerSnapshot<?>[] now, TypeSerializerSnapshot<?>[] old) {
        TypeSerializer<?>[] serializers = new TypeSerializer<?>[now.length];
        boolean migration = false;
        boolean reconfigured = false;
        for (int i = 0; i < now.length; i++) {
            TypeSerializerSchemaCompatibility<?> verdict = judge(now[i], old[i]);
            if (verdict.isIncompatible()) {
                return new NestedCompatibility(true, false, false, serializers);
            }
            migration |= verdict.isCompatibleAfterMigration();
            if (verdict.isCompatibleWithReconfiguredSerializer()) {
                reconfigured = true;
                serializers[i] = verdict.getReconfiguredSerializer();
            } else {
                serializers[i] = now[i].restoreSerializer();
            }
        }
        return new NestedCompatibility(false, migration, reconfigured, serializers);
    }

    @SuppressWarnings("unchecked") // a snapshot answers "incompatible" to one of another type
    private static <T> TypeSerializerSchemaCompatibility<T> judge(
            TypeSerializerSnapshot<T> now, TypeSerializerSnapshot<?> old) {
        return now.resolveSchemaCompatibility((TypeSerializerSnapshot<T>) old);
    }
}
