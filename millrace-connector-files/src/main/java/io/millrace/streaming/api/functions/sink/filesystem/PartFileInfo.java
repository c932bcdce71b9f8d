// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink.filesystem;

import io.millrace.annotation.PublicEvolving;
import java.io.IOException;

/**
 * What a rolling policy may know about the file being written.
 *
 * @param <BucketID> the name of a bucket
 */
@PublicEvolving
public interface PartFileInfo<BucketID> {

    BucketID getBucketId();

    /** Milliseconds since the epoch. */
    long getCreationTime();

    /** Bytes written so far, those not yet handed to the file system included. */
    long getSize() throws IOException;

    /** When the last record was written, milliseconds since the epoch. */
    long getLastUpdateTime();
}
