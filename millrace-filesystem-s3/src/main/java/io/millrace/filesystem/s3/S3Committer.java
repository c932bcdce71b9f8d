// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import io.millrace.core.fs.RecoverableFsDataOutputStream.Committer;
import io.millrace.core.fs.RecoverableWriter.CommitRecoverable;
import io.millrace.filesystem.s3.S3Recoverable.Piece;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes the upload of a pending object, which thereby appears as a whole. Does not overwrite
 * another one.
 *
 * <p>The object carries the mark of its writer, from the beginning of its upload. So it can be told
 * at any time, by any process, whether this commit has been done: after a crash, and when the
 * answer to the request was lost.
 */
final class S3Committer implements Committer {

    private static final Logger LOG = LoggerFactory.getLogger(S3Committer.class);

    private static final int REMOVALS = 3;

    /** A store that has not let something be removed after so long is not asked again. */
    private static final long AWAY_NANOS = 2_000_000_000;

    private final S3Store store;
    private final S3Recoverable recoverable;

    S3Committer(S3Store store, S3Recoverable recoverable) {
        this.store = store;
        this.recoverable = recoverable;
    }

    @Override
    public void commit() throws IOException {
        if (!complete()) {
            throw new FileNotFoundException(
                    "The pending upload of "
                            + address()
                            + " is missing, so that the file cannot be committed. Was it given up, by hand or by a rule"
                            + " of the bucket for unfinished uploads?");
        }
    }

    /**
     * May be called again and again, and after {@link #commit()}, by a process that does not know.
     */
    @Override
    public void commitAfterRecovery() throws IOException {
        if (!complete()) {
            LOG.warn(
                    "Neither the pending upload nor the finished file {} is there, of which the restored checkpoint"
                            + " says that one must be. If a reader has taken the finished one away, all is well; if"
                            + " not, its {} bytes are lost.",
                    address(),
                    recoverable.position());
            removePieces();
        }
    }

    /** Whether the object was finished, now or before; not where upload and object are missing. */
    private boolean complete() throws IOException {
        if (isDone()) {
            removePieces();
            return true;
        }
        if (!recoverable.pieces().isEmpty()
                && store.parts(recoverable.key(), recoverable.uploadId()).isEmpty()) {
            // Ended between the two looks, or before.
            return isDone();
        }
        S3Store.Outcome outcome;
        try {
            outcome =
                    store.complete(
                            recoverable.key(),
                            recoverable.uploadId(),
                            recoverable.writer(),
                            withPieces(),
                            false);
        } catch (IOException e) {
            if (isDone()) {
                // Somebody else did the same at the same time, and took the pieces away.
                return true;
            }
            throw e;
        }
        if (outcome == S3Store.Outcome.MADE || isDone()) {
            removePieces();
            return true;
        }
        return false;
    }

    /**
     * Copies the pieces into the upload. Whoever repeats this makes the same parts of the same
     * content.
     */
    private List<S3Store.Part> withPieces() throws IOException {
        List<S3Store.Part> all = new ArrayList<>(recoverable.parts());
        for (Piece piece : recoverable.pieces()) {
            all.add(
                    store.uploadCopy(
                            piece.key(),
                            0,
                            piece.size() - 1,
                            recoverable.key(),
                            recoverable.uploadId(),
                            all.size() + 1));
        }
        return all;
    }

    /**
     * @throws FileAlreadyExistsException when another object of this name is there
     */
    private boolean isDone() throws IOException {
        Optional<S3Store.Found> found = store.find(recoverable.key());
        if (found.isEmpty()) {
            return false;
        }
        if (!found.get().writer().equals(recoverable.writer())) {
            throw new FileAlreadyExistsException(
                    address(),
                    recoverable.toString(),
                    "a finished file of this name exists, which is another one, and is not overwritten");
        }
        return true;
    }

    private String address() {
        return store.address(recoverable.key());
    }

    /**
     * They are hidden and harm nobody, so that one that stays is a warning. But nobody may come
     * after this to remove it: a store that refuses and is there is asked again.
     */
    private void removePieces() {
        if (recoverable.pieces().isEmpty()) {
            return; // it was never persisted before it was closed
        }
        String pieces = HiddenNames.pieces(recoverable.key(), recoverable.writer());
        long begun = System.nanoTime();
        for (int tries = 1; ; tries++) {
            try {
                store.deleteAll(store.listAll(pieces).stream().map(S3Store.Listed::key).toList());
                return;
            } catch (IOException e) {
                if (tries == REMOVALS || System.nanoTime() - begun > AWAY_NANOS) {
                    LOG.warn(
                            "The objects {}* are not needed any more and remain.",
                            store.address(pieces),
                            e);
                    return;
                }
                LOG.debug(
                        "The objects {}* could not be removed, which is tried again",
                        store.address(pieces),
                        e);
            }
        }
    }

    @Override
    public CommitRecoverable getRecoverable() {
        return recoverable;
    }
}
