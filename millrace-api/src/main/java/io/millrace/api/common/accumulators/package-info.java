// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Values that subtasks add up each for itself, and that are merged for the result of the job. */
package io.millrace.api.common.accumulators;
