// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import io.millrace.core.fs.RecoverableWriter.CommitRecoverable;
import io.millrace.core.fs.RecoverableWriter.ResumeRecoverable;
import java.util.List;

/**
 * How far an object had come.
 *
 * @param bucket where it is to appear
 * @param key as what
 * @param uploadId of the multipart upload that holds its parts
 * @param writer tells this object from all others of the same name, also once it is finished
 * @param parts that count, ascending; what the store has besides does not
 * @param tail key of an object with the bytes behind the parts; empty for none
 * @param tailLength bytes of it
 * @param tails whether there have ever been such objects
 */
record S3Recoverable(
        String bucket,
        String key,
        String uploadId,
        String writer,
        List<S3Store.Part> parts,
        String tail,
        long tailLength,
        boolean tails)
        implements CommitRecoverable, ResumeRecoverable {

    S3Recoverable {
        parts = List.copyOf(parts);
    }

    /** How many bytes count. */
    long position() {
        return parts.stream().mapToLong(S3Store.Part::size).sum() + tailLength;
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
