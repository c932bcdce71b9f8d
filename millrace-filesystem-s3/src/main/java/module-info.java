// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Files in S3 and stores that speak its protocol. */
// requires-automatic: the AWS SDK has no module descriptors, only reserved names; all that are used
// are named, so that a compiler finds them which puts on the module path what is named. module: the
// store's name ends with a digit.
@SuppressWarnings({"requires-automatic", "module"})
module io.millrace.filesystem.s3 {
    requires transitive io.millrace.api;
    requires org.slf4j;
    requires software.amazon.awssdk.auth;
    requires software.amazon.awssdk.awscore;
    requires software.amazon.awssdk.core;
    requires software.amazon.awssdk.http;
    requires software.amazon.awssdk.http.apache5;
    requires software.amazon.awssdk.regions;
    requires software.amazon.awssdk.retries;
    requires software.amazon.awssdk.retries.api;
    requires software.amazon.awssdk.services.s3;

    provides io.millrace.core.fs.FileSystemFactory with
            io.millrace.filesystem.s3.S3AFileSystemFactory,
            io.millrace.filesystem.s3.S3FileSystemFactory;
}
