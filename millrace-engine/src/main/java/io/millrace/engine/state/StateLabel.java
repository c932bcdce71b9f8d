// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

/**
 * What messages call a state.
 *
 * @param kind as in {@link StateSummary#kind()}
 */
public record StateLabel(String name, String kind, String operatorName, String uid) {

    /** For example: {@code value state 'count' of operator 'Count words' (uid 'count')}. */
    @Override
    public String toString() {
        return kind
                + " state '"
                + name
                + "' of operator '"
                + operatorName
                + "' (uid '"
                + uid
                + "')";
    }

    /** It was used while no key is set. */
    public NullPointerException noKey() {
        return new NullPointerException(
                "No key is set: the "
                        + this
                        + " was read or written where no record or timer is being processed, such as in open()."
                        + " Obtain the state there, but use it only while a key is current.");
    }

    /** It was used before it was told which namespace. */
    public IllegalStateException noNamespace() {
        return new IllegalStateException(
                "No namespace is set: the "
                        + this
                        + " is kept once per key and namespace, and was used before it was told which.");
    }
}
