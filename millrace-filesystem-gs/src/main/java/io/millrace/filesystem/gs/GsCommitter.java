// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import io.millrace.core.fs.RecoverableFsDataOutputStream.Committer;
import io.millrace.core.fs.RecoverableWriter.CommitRecoverable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Composes a pending object of its pieces, whereby it appears as a whole: only where nothing is, so
 * that another object is never overwritten. More pieces than one request takes are composed to
 * hidden objects first, 32 at a time; pieces in another bucket are composed there, and copied.
 *
 * <p>The object carries the mark of its writer. So it can be told at any time, by any process,
 * whether this commit has been done: after a crash, and when the answer to the request was lost.
 */
final class GsCommitter implements Committer {

    private static final Logger LOG = LoggerFactory.getLogger(GsCommitter.class);

    private static final int REMOVALS = 3;

    /** A store that has not let something be removed after so long is not asked again. */
    private static final long AWAY_NANOS = 2_000_000_000;

    private final GsStore store;
    private final GsStore pieceStore;
    private final GsRecoverable recoverable;

    GsCommitter(GsStore store, GsRecoverable recoverable) {
        this.store = store;
        this.pieceStore = store.of(recoverable.place().bucket());
        this.recoverable = recoverable;
    }

    @Override
    public void commit() throws IOException {
        if (!complete()) {
            throw new FileNotFoundException(
                    "Temporary objects of "
                            + address()
                            + " are missing, so that the file cannot be committed. Were they removed, by hand or by a"
                            + " rule of the bucket "
                            + recoverable.place().bucket()
                            + "?");
        }
    }

    /**
     * May be called again and again, and after {@link #commit()}, by a process that does not know.
     */
    @Override
    public void commitAfterRecovery() throws IOException {
        if (!complete()) {
            LOG.warn(
                    "Neither the temporary objects nor the finished file {} are there, of which the restored"
                            + " checkpoint says that one must be. If a reader has taken the finished one away, all is"
                            + " well; if not, its {} bytes are lost.",
                    address(),
                    recoverable.position());
            removePieces();
        }
    }

    /** Whether the object was finished, now or before; not where pieces and object are missing. */
    private boolean complete() throws IOException {
        for (int conflicts = 0; conflicts <= GsFileSystem.CONFLICTS; conflicts++) {
            if (isDone()) {
                removePieces();
                return true;
            }
            switch (compose()) {
                case MADE -> {
                    removePieces();
                    return true;
                }
                case GONE -> {
                    // Somebody else may have done the same, and taken the pieces away.
                    return isDone();
                }
                case EXISTS -> {
                    // By a request whose answer was lost, or by somebody else: looked at again.
                }
                case CONFLICT -> GsFileSystem.pause(conflicts, address());
            }
        }
        throw new IOException(
                address()
                        + " could not be made of its temporary objects: "
                        + store.settings().where()
                        + " said, "
                        + GsFileSystem.CONFLICTS
                        + " times, that one is there or is being made, and none came. Try again.");
    }

    private GsStore.Outcome compose() throws IOException {
        List<String> sources = new ArrayList<>();
        recoverable
                .pieces()
                .forEach(piece -> sources.add(recoverable.place().prefix() + piece.name()));
        boolean here = pieceStore.bucket().equals(store.bucket());
        List<String> last = sources;
        while (last.size() > (here ? GsStore.COMPOSED_AT_ONCE : 1)) {
            List<String> fewer = new ArrayList<>();
            for (int from = 0; from < last.size(); from += GsStore.COMPOSED_AT_ONCE) {
                int to = Math.min(last.size(), from + GsStore.COMPOSED_AT_ONCE);
                String name = recoverable.place().prefix() + "c-" + UUID.randomUUID();
                GsStore.Outcome outcome =
                        pieceStore.compose(name, last.subList(from, to), recoverable.writer());
                // One that exists is our own: nobody else knows its name.
                if (outcome != GsStore.Outcome.MADE && outcome != GsStore.Outcome.EXISTS) {
                    return outcome;
                }
                fewer.add(name);
            }
            last = fewer;
        }
        return here
                ? store.compose(recoverable.key(), last, recoverable.writer())
                : pieceStore.copyNew(
                        last.get(0), recoverable.bucket(), recoverable.key(), recoverable.writer());
    }

    /**
     * @throws FileAlreadyExistsException when another object of this name is there
     */
    private boolean isDone() throws IOException {
        Optional<GsStore.Found> found = store.find(recoverable.key());
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
        String prefix = recoverable.place().prefix();
        long begun = System.nanoTime();
        for (int tries = 1; ; tries++) {
            try {
                pieceStore.deleteAll(
                        pieceStore.listAll(prefix).stream().map(GsStore.Listed::key).toList());
                return;
            } catch (IOException e) {
                if (tries == REMOVALS || System.nanoTime() - begun > AWAY_NANOS) {
                    LOG.warn(
                            "The objects {}* are not needed any more and remain.",
                            pieceStore.address(prefix),
                            e);
                    return;
                }
                LOG.debug(
                        "The objects {}* could not be removed, which is tried again",
                        pieceStore.address(prefix),
                        e);
            }
        }
    }

    @Override
    public CommitRecoverable getRecoverable() {
        return recoverable;
    }
}
