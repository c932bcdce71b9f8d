// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

/**
 * Numbers of the formats of state; docs/formats/keyed-state.md, operator-state.md and in-flight.md
 * tell the whole.
 */
final class StateFormat {

    /** "MRKS". */
    static final int KEYED_MAGIC = 0x4d524b53;

    /** "MROS". */
    static final int OPERATOR_MAGIC = 0x4d524f53;

    /** "MRIF". */
    static final int IN_FLIGHT_MAGIC = 0x4d524946;

    /** Of what was on its way. */
    static final int IN_FLIGHT_VERSION = 1;

    /**
     * Of keyed state; 2 added shapes, 3 namespaces, 4 compression, 5 shapes of all types. The
     * reader takes all.
     */
    static final int VERSION = 5;

    /** The first of keyed state with shapes. */
    static final int SHAPES = 2;

    /** The first of keyed state with namespaces. */
    static final int NAMESPACES = 3;

    /** The first of keyed state that says whether it is compressed. */
    static final int COMPRESSION = 4;

    /**
     * Of operator state; 2 added raw state, 3 shapes, 4 compression, 5 shapes of all types. The
     * reader takes all.
     */
    static final int OPERATOR_VERSION = 5;

    /** The first of operator state with shapes. */
    static final int OPERATOR_SHAPES = 3;

    /** The first of operator state that says whether it is compressed. */
    static final int OPERATOR_COMPRESSION = 4;

    static final int SECTION = 1;
    static final int END = 0;

    /** A block is closed when it has reached this many bytes; one entry may make it longer. */
    static final int BLOCK_BYTES = 1 << 16;

    private StateFormat() {}
}
