// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source;

/** A part of the input that one reader reads. */
public interface SourceSplit {

    /** Unique within the source. */
    String splitId();
}
