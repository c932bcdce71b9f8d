// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Objects of Google Cloud Storage as files: for checkpoints, file sources and exactly-once file
 * sinks. Found by {@code FileSystem.get} for the scheme {@code gs}; called by any thread. Begin
 * with {@link io.millrace.filesystem.gs.GsFileSystem}, which tells what files and directories are
 * there.
 */
package io.millrace.filesystem.gs;
