// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import io.millrace.core.fs.RecoverableWriter.CommitRecoverable;
import io.millrace.core.fs.RecoverableWriter.ResumeRecoverable;
import java.util.List;

/**
 * How far an object had come. Its content is that of the parts, and behind them that of the pieces.
 *
 * @param bucket where it is to appear
 * @param key as what
 * @param uploadId of the multipart upload that makes it
 * @param writer tells this object from all others of the same name, also once it is finished
 * @param parts the upload has, ascending from 1
 * @param pieces objects of their own, of which all but the last have at least 5 MiB; they become
 *     parts when the object is committed
 */
record S3Recoverable(
        String bucket,
        String key,
        String uploadId,
        String writer,
        List<S3Store.Part> parts,
        List<Piece> pieces)
        implements CommitRecoverable, ResumeRecoverable {

    /** A hidden object with a part of the content. */
    record Piece(String key, long size) {}

    S3Recoverable {
        parts = List.copyOf(parts);
        pieces = List.copyOf(pieces);
    }

    /** How many bytes count. */
    long position() {
        return parts.stream().mapToLong(S3Store.Part::size).sum()
                + pieces.stream().mapToLong(Piece::size).sum();
    }

    @Override
    public String toString() {
        return "s3://"
                + bucket
                + "/"
                + key
                + " (pending, "
                + position()
                + " bytes, upload "
                + uploadId
                + ")";
    }
}
