// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.lineage;

import io.millrace.annotation.PublicEvolving;
import java.util.Map;

/** What a source reads or a sink writes, such as a topic. */
@PublicEvolving
public interface LineageDataset {

    /** Its name, unique in the namespace. */
    String name();

    /** The system it lies in. */
    String namespace();

    /** What else is said of it, by name. */
    Map<String, LineageDatasetFacet> facets();
}
