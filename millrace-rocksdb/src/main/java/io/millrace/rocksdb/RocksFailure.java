// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.util.FlinkRuntimeException;
import org.rocksdb.RocksDBException;

/** RocksDB reports an error: a full or broken disk, a damaged file. */
final class RocksFailure extends FlinkRuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param what that could not be done, and of which state
     */
    RocksFailure(String what, RocksDBException cause) {
        super(
                what
                        + ": RocksDB says \""
                        + cause.getMessage()
                        + "\". If the disk is full or damaged, make room or name another one by"
                        + " state.backend.rocksdb.localdir; the job goes on from its last checkpoint.",
                cause);
    }
}
