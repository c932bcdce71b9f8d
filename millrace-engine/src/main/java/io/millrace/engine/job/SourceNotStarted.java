// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.util.FlinkRuntimeException;

/** The enumerator of a source could not even begin: its input is missing, for example. */
final class SourceNotStarted extends FlinkRuntimeException {
    private static final long serialVersionUID = 1L;

    SourceNotStarted(String sourceName, Throwable cause) {
        super(
                "The split enumerator of source '" + sourceName + "' could not start: " + cause,
                cause);
    }
}
