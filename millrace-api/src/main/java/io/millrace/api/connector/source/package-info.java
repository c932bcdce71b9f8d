// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** The contract of sources: an enumerator that finds splits, and readers that read them. */
package io.millrace.api.connector.source;
