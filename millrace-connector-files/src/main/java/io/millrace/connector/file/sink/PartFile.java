// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.spi.Addresses;
import io.millrace.streaming.api.functions.sink.filesystem.InProgressFileWriter;
import java.io.IOException;
import java.io.OutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file being written.
 *
 * @param <IN> the record
 */
final class PartFile<IN> implements InProgressFileWriter<IN, String> {

    private static final Logger LOG = LoggerFactory.getLogger(PartFile.class);

    private final String bucketId;
    private final Path path;
    private final PartStream stream;
    private final PartEncoding.Open<IN> encoding;
    private final long creationTime;
    private long lastUpdateTime;

    /**
     * @param path where the file is to appear
     * @param target is closed when this fails
     */
    PartFile(
            String bucketId,
            Path path,
            RecoverableFsDataOutputStream target,
            PartEncoding<IN> encoding,
            long creationTime,
            long now)
            throws IOException {
        this.bucketId = bucketId;
        this.path = path;
        try {
            this.stream = new PartStream(target);
            this.encoding = encoding.open(stream);
        } catch (Throwable t) {
            try {
                target.close();
            } catch (IOException e) {
                t.addSuppressed(e);
            }
            throw t;
        }
        this.creationTime = creationTime;
        this.lastUpdateTime = now;
    }

    @Override
    public void write(IN element, long currentTime) throws IOException {
        encoding.write(element);
        lastUpdateTime = currentTime;
    }

    @Override
    public ResumePoint persist() throws IOException {
        return new ResumePoint(path, stream.getPos(), stream.persist());
    }

    /** Ends the file; when that fails, it is given up. */
    @Override
    public PendingFile closeForCommit() throws IOException {
        try {
            encoding.finish();
            long size = stream.getPos();
            return new PendingFile(path, size, stream.closeForCommit().getRecoverable());
        } catch (Throwable t) {
            dispose();
            throw t;
        }
    }

    @Override
    public void dispose() {
        try {
            stream.abandon();
        } catch (IOException e) {
            LOG.warn("The unfinished file {} could not be closed.", Addresses.shown(path), e);
        }
    }

    @Override
    public String getBucketId() {
        return bucketId;
    }

    Path path() {
        return path;
    }

    /** For what is no record. */
    OutputStream bytes() {
        return stream;
    }

    @Override
    public long getCreationTime() {
        return creationTime;
    }

    @Override
    public long getSize() {
        return stream.getPos();
    }

    @Override
    public long getLastUpdateTime() {
        return lastUpdateTime;
    }
}
