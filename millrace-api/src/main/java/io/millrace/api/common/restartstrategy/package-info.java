// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** The choice of restart strategy, as programs of old make it. */
package io.millrace.api.common.restartstrategy;
