// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

/** Serves the scheme {@code s3a}, which names the same buckets. */
public final class S3AFileSystemFactory extends S3FileSystemFactory {

    /** For {@link java.util.ServiceLoader}. */
    public S3AFileSystemFactory() {
        super("s3a");
    }
}
