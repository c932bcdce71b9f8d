// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.annotation.PublicEvolving;
import io.millrace.util.FlinkRuntimeException;

/** Something was wanted in a time in which it can't be had. */
@PublicEvolving
public class UnsupportedTimeCharacteristicException extends FlinkRuntimeException {

    private static final long serialVersionUID = -8109094930338075819L;

    public UnsupportedTimeCharacteristicException(String message) {
        super(message);
    }
}
