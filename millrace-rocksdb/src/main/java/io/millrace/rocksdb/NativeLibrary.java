// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/** The compiled part of RocksDB, which is loaded once per process. */
final class NativeLibrary {

    private static boolean loaded;

    private NativeLibrary() {}

    /**
     * Loads it, unpacked into a directory that goes with the job.
     *
     * @throws IOException it can't be unpacked or loaded here
     */
    static synchronized void load(Path directory) throws IOException {
        if (loaded) {
            return;
        }
        try {
            NativeLibraryLoader.getInstance().loadLibrary(directory.toString());
            RocksDB.loadLibrary();
        } catch (IOException | RuntimeException | LinkageError e) {
            throw new IOException(
                    "The native library of RocksDB can't be loaded from "
                            + directory
                            + ": "
                            + e
                            + ". Is there no room, does the file system forbid to execute files (noexec),"
                            + " or is this platform one that rocksdbjni has no library for?"
                            + " state.backend.rocksdb.localdir names another directory.",
                    e);
        }
        loaded = true;
    }
}
