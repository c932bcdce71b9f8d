// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Files in S3 and stores that speak its protocol. */
// requires-automatic: the AWS SDK has no module descriptors, only reserved names; the first brings
// the others. module: the store's name ends with a digit.
@SuppressWarnings({"requires-automatic", "module"})
module io.millrace.filesystem.s3 {
    requires transitive io.millrace.api;
    requires org.slf4j;
    requires software.amazon.awssdk.services.s3;
    requires software.amazon.awssdk.http.apache5;

    provides io.millrace.core.fs.FileSystemFactory with
            io.millrace.filesystem.s3.S3AFileSystemFactory,
            io.millrace.filesystem.s3.S3FileSystemFactory;
}
