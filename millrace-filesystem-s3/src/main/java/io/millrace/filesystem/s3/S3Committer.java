// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import io.millrace.core.fs.RecoverableFsDataOutputStream.Committer;
import io.millrace.core.fs.RecoverableWriter.CommitRecoverable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes the upload of a pending object, which thereby appears as a whole. Does not overwrite
 * another one.
 *
 * <p>The object carries the mark of its writer, from the beginning of its upload. So it can be told
 * at any time, by any process, whether this commit has been done: after a crash, and when the answer
 * to the request was lost.
 */
final class S3Committer implements Committer {

    private static final Logger LOG = LoggerFactory.getLogger(S3Committer.class);

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
            removeTails();
        }
    }

    /** Whether the object was finished, now or before; not where upload and object are missing. */
    private boolean complete() throws IOException {
        if (isDone()) {
            removeTails();
            return true;
        }
        Optional<List<S3Store.Part>> parts = parts();
        Optional<S3Store.Outcome> outcome =
                parts.isEmpty()
                        ? Optional.empty()
                        : store.complete(
                                recoverable.key(), recoverable.uploadId(), parts.get(), false);
        if (outcome.isPresent() && outcome.get() == S3Store.Outcome.MADE || isDone()) {
            removeTails();
            return true;
        }
        if (outcome.isPresent()) {
            throw new IOException(
                    address()
                            + " could not be committed: the store is at work on it for somebody else. Try again.");
        }
        return false;
    }

    /**
     * Those of a resume point end with its tail, which has to become the last of them; empty when
     * the upload has ended.
     */
    private Optional<List<S3Store.Part>> parts() throws IOException {
        if (recoverable.tail().isEmpty() && !recoverable.parts().isEmpty()) {
            return Optional.of(recoverable.parts());
        }
        if (store.parts(recoverable.key(), recoverable.uploadId()).isEmpty()) {
            return Optional.empty();
        }
        S3RecoverableStream stream = S3RecoverableStream.resume(store, recoverable);
        S3Committer whole = (S3Committer) stream.closeForCommit();
        return Optional.of(whole.recoverable.parts());
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

    /** They are hidden and harm nobody, so that one that stays is a warning. */
    private void removeTails() {
        if (!recoverable.tails()) {
            return;
        }
        String tails = HiddenNames.tails(recoverable.key(), recoverable.writer());
        try {
            store.deleteAll(store.listAll(tails).stream().map(S3Store.Listed::key).toList());
        } catch (IOException e) {
            LOG.warn("The objects {}* are not needed any more and remain.", store.address(tails), e);
        }
    }

    @Override
    public CommitRecoverable getRecoverable() {
        return recoverable;
    }
}
