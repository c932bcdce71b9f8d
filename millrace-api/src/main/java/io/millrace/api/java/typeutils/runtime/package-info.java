// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Serializers of tuples, POJOs and records. Used by one thread at a time; duplicate them for
 * another.
 */
package io.millrace.api.java.typeutils.runtime;
