// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.source;

import io.millrace.annotation.PublicEvolving;

/** How often the files under a path are looked at. */
@PublicEvolving
public enum FileProcessingMode {
    /** Once; then the source ends. */
    PROCESS_ONCE,
    /** Again and again, for new ones. */
    PROCESS_CONTINUOUSLY
}
