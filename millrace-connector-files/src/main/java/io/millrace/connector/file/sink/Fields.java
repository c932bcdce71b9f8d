// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.core.fs.Path;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URI;

/** How the sink's two serializers write what both have. */
final class Fields {

    private Fields() {}

    static void checkVersion(String what, int found, int known) throws IOException {
        if (found != known) {
            throw new IOException(
                    what
                            + " in the checkpoint has version "
                            + found
                            + "; this release reads version "
                            + known
                            + ".");
        }
    }

    static void writePath(DataOutputStream out, Path path) throws IOException {
        out.writeUTF(path.toUri().toString());
    }

    static Path readPath(DataInputStream in) throws IOException {
        return new Path(URI.create(in.readUTF()));
    }

    /** Version, length, bytes. */
    static <T> void write(DataOutputStream out, SimpleVersionedSerializer<T> serializer, T value)
            throws IOException {
        byte[] bytes = serializer.serialize(value);
        out.writeInt(serializer.getVersion());
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static <T> T read(DataInputStream in, SimpleVersionedSerializer<T> serializer)
            throws IOException {
        int version = in.readInt();
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return serializer.deserialize(version, bytes);
    }
}
