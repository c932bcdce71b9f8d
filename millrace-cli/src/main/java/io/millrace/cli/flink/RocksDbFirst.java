// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.flink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;

/**
 * The order of a class path with two RocksDBs on it: Millrace's, which was given, and Flink's,
 * which the program has bundled. Flink's is RocksDB changed under the same names, and Java's part
 * of either goes with the native part of its own only; so Millrace's comes first with both.
 */
final class RocksDbFirst {

    private static final String BACKEND =
            "io/millrace/contrib/streaming/state/EmbeddedRocksDBStateBackend.class";
    private static final String ROCKS_DB = "org/rocksdb/RocksDB.class";

    private RocksDbFirst() {}

    /** The same if Millrace's state on RocksDB is not there. */
    static List<Path> order(List<Path> classPath) {
        Path backend = null;
        Path rocksDb = null;
        for (Path jar : classPath) {
            backend = backend == null && holds(jar, BACKEND) ? jar : backend;
        }
        if (backend == null) {
            return classPath;
        }
        for (Path jar : classPath) {
            if (holds(jar, ROCKS_DB) && (rocksDb == null || !areTogether(rocksDb, backend))) {
                rocksDb = jar; // that of the same folder, else the last: what was given is behind
            }
        }
        List<Path> ordered = new ArrayList<>(List.of(backend));
        if (rocksDb != null && !rocksDb.equals(backend)) {
            ordered.add(rocksDb);
        }
        classPath.stream().filter(jar -> !ordered.contains(jar)).forEach(ordered::add);
        return ordered;
    }

    private static boolean areTogether(Path one, Path other) {
        return one.toAbsolutePath().getParent().equals(other.toAbsolutePath().getParent());
    }

    private static boolean holds(Path path, String entry) {
        if (Files.isDirectory(path)) {
            return Files.exists(path.resolve(entry));
        }
        try (JarFile jar = new JarFile(path.toFile(), false)) {
            return jar.getEntry(entry) != null;
        } catch (IOException e) {
            return false; // who opens the class path says so
        }
    }
}
