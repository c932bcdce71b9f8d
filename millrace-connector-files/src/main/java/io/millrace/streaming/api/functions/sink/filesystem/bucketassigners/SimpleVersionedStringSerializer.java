// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink.filesystem.bucketassigners;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A string as its bytes in UTF-8. */
@PublicEvolving
public final class SimpleVersionedStringSerializer implements SimpleVersionedSerializer<String> {

    public static final SimpleVersionedStringSerializer INSTANCE =
            new SimpleVersionedStringSerializer();

    private static final int VERSION = 1;

    private SimpleVersionedStringSerializer() {}

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(String value) {
        return value.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String deserialize(int version, byte[] serialized) throws IOException {
        if (version != VERSION) {
            throw new IOException(
                    "A string in the checkpoint has version "
                            + version
                            + "; this release reads version "
                            + VERSION
                            + ".");
        }
        return new String(serialized, StandardCharsets.UTF_8);
    }
}
