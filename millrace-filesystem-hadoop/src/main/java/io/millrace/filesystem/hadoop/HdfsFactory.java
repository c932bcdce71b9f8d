// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

/** Serves the scheme {@code hdfs}. */
public final class HdfsFactory extends HadoopFactory {

    public HdfsFactory() {
        super("hdfs");
    }
}
