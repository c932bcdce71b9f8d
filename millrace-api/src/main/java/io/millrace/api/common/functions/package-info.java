// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The functions a program writes: what is done to records, and what a function may ask of the
 * engine.
 */
package io.millrace.api.common.functions;
