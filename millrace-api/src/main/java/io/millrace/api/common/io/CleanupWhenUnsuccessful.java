// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io;

import io.millrace.annotation.Public;

/** An output format that can take back what it began when writing fails. */
@Public
public interface CleanupWhenUnsuccessful {

    /** Removes what was written, as well as it goes; the format is still open. */
    void tryCleanupOnError() throws Exception;
}
