// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.annotation.PublicEvolving;
import io.millrace.engine.plan.OperatorIds;
import io.millrace.engine.state.OperatorId;
import java.io.Serializable;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** Names an operator in a savepoint: by its uid, or by the hash of it. */
@PublicEvolving
public final class OperatorIdentifier implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String uid;
    private final String hash;

    private OperatorIdentifier(String uid, String hash) {
        this.uid = uid;
        this.hash = hash;
    }

    /** The operator with this hash: 32 hexadecimal digits, as {@code setUidHash} takes it. */
    public static OperatorIdentifier forUidHash(String uidHash) {
        String hash = Objects.requireNonNull(uidHash, "uidHash").toLowerCase(Locale.ROOT);
        if (!hash.matches("[0-9a-f]{32}")) {
            throw new IllegalArgumentException(
                    "The hash of a uid has 32 hexadecimal digits, not '" + uidHash + "'");
        }
        return new OperatorIdentifier(null, hash);
    }

    /** The operator with this uid. */
    public static OperatorIdentifier forUid(String uid) {
        return new OperatorIdentifier(
                Objects.requireNonNull(uid, "uid"), OperatorIds.ofUid(uid).value());
    }

    /** Empty if only the hash is known. */
    public Optional<String> getUid() {
        return Optional.ofNullable(uid);
    }

    OperatorId id() {
        return new OperatorId(hash);
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof OperatorIdentifier other && hash.equals(other.hash);
    }

    @Override
    public int hashCode() {
        return hash.hashCode();
    }

    @Override
    public String toString() {
        return uid == null ? "the operator with the hash " + hash : "operator '" + uid + "'";
    }
}
