// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Where serializers read and write: views of bytes, over an array or over a stream. Used by one
 * thread at a time, whoever holds the view. Begin with {@link
 * io.millrace.core.memory.DataOutputView}.
 */
package io.millrace.core.memory;
