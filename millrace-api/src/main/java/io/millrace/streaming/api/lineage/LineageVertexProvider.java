// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.lineage;

import io.millrace.annotation.PublicEvolving;

/** A source or a sink that says what it reads or writes. */
@PublicEvolving
public interface LineageVertexProvider {

    /** What it reads or writes. */
    LineageVertex getLineageVertex();
}
