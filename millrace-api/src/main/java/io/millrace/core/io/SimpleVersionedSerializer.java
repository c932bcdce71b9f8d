// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.io;

import io.millrace.annotation.PublicEvolving;
import java.io.IOException;

/**
 * Turns one object into bytes and back, across versions of its own format. The version is kept
 * beside the bytes by whoever stores them.
 *
 * <p>Called from one thread at a time.
 *
 * @param <E> what is written
 */
@PublicEvolving
public interface SimpleVersionedSerializer<E> extends Versioned {

    @Override
    int getVersion();

    /** The object in the format of {@link #getVersion()}; must not change the object. */
    byte[] serialize(E obj) throws IOException;

    /**
     * Reads what an earlier or this version wrote.
     *
     * @param version the version the bytes were written with
     * @throws IOException when the version is unknown or the bytes are damaged
     */
    E deserialize(int version, byte[] serialized) throws IOException;
}
