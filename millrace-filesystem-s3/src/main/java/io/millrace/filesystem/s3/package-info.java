// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Objects of S3, and of stores that speak its protocol, as files: for checkpoints, file sources and
 * exactly-once file sinks. Found by {@code FileSystem.get} for the schemes {@code s3} and {@code
 * s3a}; called by any thread. Begin with {@link io.millrace.filesystem.s3.S3FileSystem}, which
 * tells what files and directories are there.
 */
package io.millrace.filesystem.s3;
