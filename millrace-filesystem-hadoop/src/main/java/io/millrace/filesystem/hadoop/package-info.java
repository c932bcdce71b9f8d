// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Files on HDFS, through Hadoop's own client: {@code hdfs://}, {@code viewfs://} over it, and
 * {@code webhdfs://} as far as that can go. Found by {@code FileSystem.get} through its factories;
 * called by any thread. Nothing of Millrace's engine may be known here. Begin with {@link
 * io.millrace.filesystem.hadoop.HadoopFileSystem}.
 */
package io.millrace.filesystem.hadoop;
