// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.filesystem.gs.GsRecoverable.Piece;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of a {@link GsRecoverable}: bucket, key, writer, bucket and prefix of the pieces; the
 * number of pieces (4), and of each its name and size (8). A text is its length in bytes (4) and
 * UTF-8; numbers are big-endian.
 */
final class GsRecoverableSerializer implements SimpleVersionedSerializer<GsRecoverable> {

    static final GsRecoverableSerializer INSTANCE = new GsRecoverableSerializer();

    private static final int VERSION = 1;

    private GsRecoverableSerializer() {}

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(GsRecoverable recoverable) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        text(out, recoverable.bucket());
        text(out, recoverable.key());
        text(out, recoverable.writer());
        text(out, recoverable.place().bucket());
        text(out, recoverable.place().prefix());
        out.writeInt(recoverable.pieces().size());
        for (Piece piece : recoverable.pieces()) {
            text(out, piece.name());
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
    public GsRecoverable deserialize(int version, byte[] serialized) throws IOException {
        if (version != VERSION) {
            throw new IOException(
                    "A pending object of Google Cloud Storage was written down in version "
                            + version
                            + ", this program reads version "
                            + VERSION
                            + ".");
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized))) {
            String bucket = text(in);
            String key = text(in);
            String writer = text(in);
            HiddenNames.Place place = new HiddenNames.Place(text(in), text(in));
            List<Piece> pieces = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                pieces.add(new Piece(text(in), in.readLong()));
            }
            return new GsRecoverable(bucket, key, writer, place, pieces);
        } catch (IOException e) {
            throw new IOException(
                    "These "
                            + serialized.length
                            + " bytes are no pending object of Google Cloud Storage.",
                    e);
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
