// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Parameters of a program, from its arguments or elsewhere. Read by the thread that builds the
 * program, and in tasks through the global job parameters.
 */
package io.millrace.api.java.utils;
