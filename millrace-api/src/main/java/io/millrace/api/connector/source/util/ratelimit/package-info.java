// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Bounds the rate at which a source emits. */
package io.millrace.api.connector.source.util.ratelimit;
