// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.messages;

import java.io.Serializable;

/** Says that what was asked for has been done; there is one. */
public class Acknowledge implements Serializable {

    private static final long serialVersionUID = 7808628311617273755L;

    private static final Acknowledge INSTANCE = new Acknowledge();

    private Acknowledge() {}

    /** The one there is. */
    public static Acknowledge get() {
        return INSTANCE;
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof Acknowledge;
    }

    @Override
    public int hashCode() {
        return 41;
    }

    @Override
    public String toString() {
        return "acknowledged";
    }
}
