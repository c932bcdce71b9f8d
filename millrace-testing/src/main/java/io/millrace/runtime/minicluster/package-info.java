// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** A cluster within one JVM, as tests know it. */
package io.millrace.runtime.minicluster;
