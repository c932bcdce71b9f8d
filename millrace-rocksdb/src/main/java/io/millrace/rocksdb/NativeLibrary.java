// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/** The compiled part of RocksDB, which is loaded once per process. */
final class NativeLibrary {

    private static boolean loaded;

    private NativeLibrary() {}

    /**
     * Loads it, unpacked into the first of these directories, which go with the job, from where it
     * can be loaded; disks for data often forbid that, so the JVM's own directory for temporary
     * files is tried last.
     *
     * @throws IOException it can't be unpacked or loaded here
     */
    static synchronized void load(List<Path> directories) throws IOException {
        if (loaded) {
            return;
        }
        List<String> tried = new ArrayList<>();
        directories.forEach(directory -> tried.add(directory.toString()));
        List<Throwable> failures = new ArrayList<>();
        for (String directory : tried) {
            if (isLoadedFrom(directory, failures)) {
                return;
            }
        }
        // Without a directory it is a file of its own there, whoever else does the same.
        if (isLoadedFrom(null, failures)) {
            return;
        }
        tried.add(System.getProperty("java.io.tmpdir"));
        Throwable first = failures.remove(0);
        IOException failure =
                new IOException(
                        "The native library of RocksDB can't be loaded from "
                                + String.join(" or ", tried)
                                + ": "
                                + first
                                + ". Is there no room, does the file system forbid to execute files (noexec),"
                                + " or is this platform one that rocksdbjni has no library for?"
                                + " state.backend.rocksdb.localdir names another directory.",
                        first);
        failures.forEach(failure::addSuppressed);
        throw failure;
    }

    private static boolean isLoadedFrom(String directory, List<Throwable> failures) {
        try {
            NativeLibraryLoader.getInstance().loadLibrary(directory);
            RocksDB.loadLibrary();
            loaded = true;
        } catch (IOException | RuntimeException | LinkageError e) {
            failures.add(e);
        }
        return loaded;
    }
}
