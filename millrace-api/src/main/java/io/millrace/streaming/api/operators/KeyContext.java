// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

/** Whose state is read and written. */
public interface KeyContext {

    void setCurrentKey(Object key);

    Object getCurrentKey();
}
