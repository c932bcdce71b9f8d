// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source;

import io.millrace.annotation.PublicEvolving;

/** An enumerator that can be snapshotted in a batch job. */
@PublicEvolving
public interface SupportsBatchSnapshot {}
