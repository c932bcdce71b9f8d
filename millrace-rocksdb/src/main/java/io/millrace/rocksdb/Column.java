// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import java.nio.charset.StandardCharsets;
import org.rocksdb.ColumnFamilyHandle;

/** One column family of a database that is open. */
final class Column {

    final String name;
    final ColumnFamilyHandle handle;
    private TableSpec spec;

    Column(String name, ColumnFamilyHandle handle, TableSpec spec) {
        this.name = name;
        this.handle = handle;
        this.spec = spec;
    }

    /** What is in it. */
    TableSpec spec() {
        return spec;
    }

    /** The same entries are of a type that is told otherwise now. */
    void retell(TableSpec now) {
        spec = now;
    }

    static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }
}
