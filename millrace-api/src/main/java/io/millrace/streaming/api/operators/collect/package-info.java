// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Results of a job that come back to the program which started it. */
package io.millrace.streaming.api.operators.collect;
