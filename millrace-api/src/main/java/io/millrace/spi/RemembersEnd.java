// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

/**
 * A custom operator of this project's own that behaves otherwise once its input has ended, and does
 * not keep in its state whether it has.
 */
public interface RemembersEnd {

    /**
     * The operator had finished in the snapshot that it is restored from: no record comes, and it
     * is not told of the end again. Called before its state is initialized.
     */
    void inputHadEnded();
}
