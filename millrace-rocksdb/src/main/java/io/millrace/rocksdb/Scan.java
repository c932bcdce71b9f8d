// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** Goes through the entries of a column family, in the order of their keys. */
final class Scan implements AutoCloseable {

    private final Natives natives = new Natives();
    private final RocksIterator iterator;
    private final Column column;

    Scan(RocksIterator iterator, Column column) {
        this.iterator = natives.own(iterator);
        this.column = column;
    }

    /** Goes to the first key that is not before this one. */
    Scan seek(byte[] key) {
        iterator.seek(key);
        return this;
    }

    /** Whether it stands at an entry. */
    boolean isValid() {
        if (iterator.isValid()) {
            return true;
        }
        try {
            iterator.status();
        } catch (RocksDBException e) {
            throw new RocksFailure(
                    "The "
                            + column.spec().kind()
                            + " '"
                            + column.spec().name()
                            + "' could not be read",
                    e);
        }
        return false;
    }

    void next() {
        iterator.next();
    }

    byte[] key() {
        return iterator.key();
    }

    byte[] value() {
        return iterator.value();
    }

    @Override
    public void close() {
        natives.close();
    }
}
