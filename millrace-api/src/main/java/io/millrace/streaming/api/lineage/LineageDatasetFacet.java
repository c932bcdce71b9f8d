// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.lineage;

import io.millrace.annotation.PublicEvolving;

/** One thing said of a dataset, such as its type. */
@PublicEvolving
public interface LineageDatasetFacet {

    /** What kind of thing. */
    String name();
}
