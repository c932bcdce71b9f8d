// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.util.InstantiationUtil;
import java.io.IOException;

/** Parts of an input are of any class: they are written by Java's own serialization. */
final class JavaBytes<T> implements SimpleVersionedSerializer<T> {

    private final ClassLoader loader;

    JavaBytes(ClassLoader loader) {
        this.loader = loader;
    }

    @Override
    public int getVersion() {
        return 1;
    }

    @Override
    public byte[] serialize(T value) throws IOException {
        return InstantiationUtil.serializeObject(value);
    }

    @Override
    public T deserialize(int version, byte[] serialized) throws IOException {
        if (version != getVersion()) {
            throw new IOException(
                    "A part of an input was written in version "
                            + version
                            + "; this build reads "
                            + getVersion());
        }
        try {
            return InstantiationUtil.deserializeObject(serialized, loader);
        } catch (ClassNotFoundException e) {
            throw new IOException("A part of an input is of a class that is not there", e);
        }
    }
}
