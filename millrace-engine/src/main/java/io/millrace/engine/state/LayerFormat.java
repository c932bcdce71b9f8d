// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

/** Numbers of the form of state in layers; docs/formats/keyed-layers.md tells the whole. */
final class LayerFormat {

    /** "MRKL", a layer. */
    static final int LAYER_MAGIC = 0x4d524b4c;

    /** "MRKI", the index of layers. */
    static final int INDEX_MAGIC = 0x4d524b49;

    /** Of both. */
    static final int VERSION = 1;

    static final int END = 0;

    /** Keys that have no entry any more. */
    static final int REMOVED = 1;

    /** Entries that were written since the layer before. */
    static final int WRITTEN = 2;

    /** Entries of a part that is there as a whole: older layers have nothing to say of it. */
    static final int WHOLE = 3;

    private LayerFormat() {}
}
