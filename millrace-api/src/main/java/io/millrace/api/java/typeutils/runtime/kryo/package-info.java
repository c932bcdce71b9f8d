// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** The serializer for classes of which nothing more is known. Used by one thread at a time. */
package io.millrace.api.java.typeutils.runtime.kryo;
