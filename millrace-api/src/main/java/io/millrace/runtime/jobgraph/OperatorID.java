// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.jobgraph;

import io.millrace.util.AbstractID;

/** Identifies an operator: under it its state is kept. */
public class OperatorID extends AbstractID {

    private static final long serialVersionUID = 1L;

    /** A random one. */
    public OperatorID() {}

    /**
     * @param bytes sixteen of them
     */
    public OperatorID(byte[] bytes) {
        super(bytes);
    }

    public OperatorID(long lowerPart, long upperPart) {
        super(lowerPart, upperPart);
    }
}
