// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

/** The namespace of what has no other. */
public final class VoidNamespace {

    public static final VoidNamespace INSTANCE = new VoidNamespace();

    private VoidNamespace() {}

    /** The only one there is. */
    public static VoidNamespace get() {
        return INSTANCE;
    }

    @Override
    public boolean equals(Object o) {
        return o == this;
    }

    @Override
    public int hashCode() {
        return 99;
    }

    @Override
    public String toString() {
        return "VoidNamespace";
    }
}
