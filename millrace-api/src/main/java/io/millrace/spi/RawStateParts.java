// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

/** Is told where a part of raw state begins; the engine's end of the mirrored streams. */
public interface RawStateParts {

    /** The bytes that follow are another partition. */
    void beginPartition();

    /** The bytes that follow belong to this key group. */
    void beginKeyGroup(int keyGroup);
}
