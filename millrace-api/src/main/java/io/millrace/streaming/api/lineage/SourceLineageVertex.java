// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.lineage;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.connector.source.Boundedness;

/** A source, by what it reads. */
@PublicEvolving
public interface SourceLineageVertex extends LineageVertex {

    /** Whether what it reads ends. */
    Boundedness boundedness();
}
