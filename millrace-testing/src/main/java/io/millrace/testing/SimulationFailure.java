// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

/**
 * A simulated job did not do what it must: a wrong result, a standstill, a failure that no fault
 * explains.
 */
public final class SimulationFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public SimulationFailure(String message) {
        super(message);
    }

    public SimulationFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
