// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import io.millrace.core.fs.RecoverableWriter.CommitRecoverable;
import io.millrace.core.fs.RecoverableWriter.ResumeRecoverable;
import java.util.List;

/**
 * How far an object had come. Its content is that of the pieces.
 *
 * @param bucket where it is to appear
 * @param key as what
 * @param writer tells this object from all others of the same name, also once it is finished
 * @param place of the pieces
 * @param pieces at least one
 */
record GsRecoverable(
        String bucket, String key, String writer, HiddenNames.Place place, List<Piece> pieces)
        implements CommitRecoverable, ResumeRecoverable {

    /**
     * A hidden object with a part of the content.
     *
     * @param name behind the prefix of its place
     */
    record Piece(String name, long size) {}

    GsRecoverable {
        pieces = List.copyOf(pieces);
    }

    /** How many bytes count. */
    long position() {
        return pieces.stream().mapToLong(Piece::size).sum();
    }

    @Override
    public String toString() {
        return "gs://"
                + bucket
                + "/"
                + key
                + " (pending, "
                + position()
                + " bytes in "
                + pieces.size()
                + " pieces by "
                + writer
                + ")";
    }
}
