// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What sources and sinks say of where their data lies. Connectors describe themselves in these
 * terms; Millrace reports lineage to nobody.
 */
package io.millrace.streaming.api.lineage;
