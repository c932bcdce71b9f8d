// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What the library itself asks of types: who owns a record, what can be a key, how a type is told
 * in a checkpoint, and how values of unknown type become bytes.
 *
 * <p>Stands on the mirrored types and on nothing of the engine. Static questions may be asked by
 * any thread; a serializer is used by one. Nothing here may keep an object of the user's alive.
 * Begin with {@link io.millrace.spi.types.Ownership}.
 */
package io.millrace.spi.types;
