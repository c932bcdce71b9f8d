// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.common.functions.RuntimeContext;

/**
 * The runtime context of a source's task, for input formats, which are older than readers. The
 * context that the engine gives to a reader is one of these.
 */
public interface ReaderRuntime {

    RuntimeContext runtimeContext();
}
