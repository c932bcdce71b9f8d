// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The file system of this machine: atomic renames, durable directories, and files that can be taken
 * up again after a crash. Found by {@code FileSystem.get} through its factory; called by any
 * thread. Linux and macOS.
 */
package io.millrace.core.fs.local;
