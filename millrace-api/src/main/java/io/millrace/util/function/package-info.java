// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Functional interfaces that Java lacks: with checked exceptions, more parameters, or serializable.
 */
package io.millrace.util.function;
