// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.filesystem.s3.S3Recoverable.Piece;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of an {@link S3Recoverable}: bucket, key, upload id, writer; the number of parts (4),
 * and of each its number (4), tag and size (8); the number of pieces (4), and of each its key and
 * size (8). A text is its length in bytes (4) and UTF-8; numbers are big-endian.
 */
final class S3RecoverableSerializer implements SimpleVersionedSerializer<S3Recoverable> {

    static final S3RecoverableSerializer INSTANCE = new S3RecoverableSerializer();

    private static final int VERSION = 1;

    private S3RecoverableSerializer() {}

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(S3Recoverable recoverable) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        text(out, recoverable.bucket());
        text(out, recoverable.key());
        text(out, recoverable.uploadId());
        text(out, recoverable.writer());
        out.writeInt(recoverable.parts().size());
        for (S3Store.Part part : recoverable.parts()) {
            out.writeInt(part.number());
            text(out, part.etag());
            out.writeLong(part.size());
        }
        out.writeInt(recoverable.pieces().size());
        for (Piece piece : recoverable.pieces()) {
            text(out, piece.key());
            out.writeLong(piece.size());
        }
        return bytes.toByteArray();
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    @Override
    public S3Recoverable deserialize(int version, byte[] serialized) throws IOException {
        if (version != VERSION) {
            throw new IOException(
                    "A pending object of S3 was written down in version "
                            + version
                            + ", this program reads version "
                            + VERSION
                            + ".");
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized))) {
            String bucket = text(in);
            String key = text(in);
            String uploadId = text(in);
            String writer = text(in);
            List<S3Store.Part> parts = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                parts.add(new S3Store.Part(in.readInt(), text(in), in.readLong()));
            }
            List<Piece> pieces = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                pieces.add(new Piece(text(in), in.readLong()));
            }
            return new S3Recoverable(bucket, key, uploadId, writer, parts, pieces);
        } catch (IOException e) {
            throw new IOException(
                    "These " + serialized.length + " bytes are no pending object of S3.", e);
        }
    }

    private static String text(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("impossible length " + length);
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
