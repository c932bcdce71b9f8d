// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Files in Google Cloud Storage. */
// requires-automatic: Google's libraries have no module descriptors, and some no reserved names;
// the
// first brings the others.
@SuppressWarnings("requires-automatic")
module io.millrace.filesystem.gs {
    requires transitive io.millrace.api;
    requires org.slf4j;
    requires google.cloud.storage;
    requires com.google.auth;
    requires com.google.auth.oauth2;
    requires gax;
    requires google.cloud.core;
    requires google.cloud.core.http;

    provides io.millrace.core.fs.FileSystemFactory with
            io.millrace.filesystem.gs.GsFileSystemFactory;
}
