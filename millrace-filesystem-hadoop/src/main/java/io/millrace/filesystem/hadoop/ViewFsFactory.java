// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

/** Serves the scheme {@code viewfs}. */
public final class ViewFsFactory extends HadoopFactory {

    public ViewFsFactory() {
        super("viewfs");
    }
}
