// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.runtime.throwable.ThrowableAnnotation;
import io.millrace.runtime.throwable.ThrowableType;
import java.io.IOException;

/**
 * There are checkpoints, and each is damaged. No further attempt finds another; and none may begin
 * without state in its stead.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
final class NoIntactCheckpoint extends IOException {
    private static final long serialVersionUID = 1L;

    NoIntactCheckpoint(String message) {
        super(message);
    }
}
