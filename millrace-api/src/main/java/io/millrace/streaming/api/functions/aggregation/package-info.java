// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Sum, minimum and maximum of one field. */
package io.millrace.streaming.api.functions.aggregation;
