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
        return kind + " state '" + name + "' of " + operator();
    }

    /** For example: {@code operator 'Count words' (uid 'count')}. */
    public String operator() {
        return "operator '" + operatorName + "' (uid '" + uid + "')";
    }

    /** Its type fits, but its bytes can't be read. */
    public StateMismatch unreadable(Throwable e) {
        // All bytes were read and verified before: it is the serializer that can't read them.
        return new StateMismatch(
                "The "
                        + this
                        + " cannot be restored: the serializer of the program's type does not read"
                        + " what was written ("
                        + e
                        + "). Has the class of the state changed since?",
                e);
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
