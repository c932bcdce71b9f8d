// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.io;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;
import java.util.Arrays;

/** A part of an input, and the hosts it is near to. */
@PublicEvolving
public class LocatableInputSplit implements InputSplit, Serializable {

    private static final long serialVersionUID = 1L;
    private static final String[] NOWHERE = new String[0];

    private final int splitNumber;
    private final String[] hostnames;

    /**
     * A part.
     *
     * @param hostnames null for none
     */
    public LocatableInputSplit(int splitNumber, String[] hostnames) {
        this.splitNumber = splitNumber;
        this.hostnames = hostnames == null ? NOWHERE : hostnames;
    }

    /** A part that is near to one host; null for none. */
    public LocatableInputSplit(int splitNumber, String hostname) {
        this(splitNumber, hostname == null ? NOWHERE : new String[] {hostname});
    }

    @Override
    public int getSplitNumber() {
        return splitNumber;
    }

    public String[] getHostnames() {
        return hostnames;
    }

    @Override
    public int hashCode() {
        return splitNumber;
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof LocatableInputSplit other
                && splitNumber == other.splitNumber
                && Arrays.equals(hostnames, other.hostnames);
    }

    @Override
    public String toString() {
        return "split " + splitNumber + " at " + Arrays.toString(hostnames);
    }
}
