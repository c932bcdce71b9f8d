// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.lineage;

import io.millrace.annotation.PublicEvolving;
import java.util.List;

/** A source or a sink, by what it reads or writes. */
@PublicEvolving
public interface LineageVertex {

    /** What it reads or writes. */
    List<LineageDataset> datasets();
}
