// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

/** Serves the scheme {@code webhdfs}. */
public final class WebHdfsFactory extends HadoopFactory {

    public WebHdfsFactory() {
        super("webhdfs");
    }
}
