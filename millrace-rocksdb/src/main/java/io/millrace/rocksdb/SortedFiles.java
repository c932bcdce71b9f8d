// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.engine.keys.KeyGroupRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.EnvOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/** Brings entries from one database to another by files, past the write buffers. */
final class SortedFiles {

    private static final long FILE_BYTES = 64L << 20;

    private final Database into;
    private final Column to;
    private final WorkingDirectory work;

    SortedFiles(Database into, Column to, WorkingDirectory work) {
        this.into = into;
        this.to = to;
        this.work = work;
    }

    /** Copies what lies in these key groups, which the target has nothing of. */
    void copy(Database from, Column column, KeyGroupRange keyGroups) throws IOException {
        Path directory = work.next("sorted");
        Files.createDirectory(directory);
        try (Natives natives = new Natives()) {
            EnvOptions env = natives.own(new EnvOptions());
            Options options = natives.own(new Options());
            List<String> files = new ArrayList<>();
            try (Scan scan = from.scan(column).seek(KeyBytes.group(keyGroups.first()))) {
                while (lies(scan, keyGroups)) {
                    Path file = directory.resolve(files.size() + ".sst");
                    files.add(file.toString());
                    fill(natives.own(new SstFileWriter(env, options)), file, scan, keyGroups);
                }
            }
            if (!files.isEmpty()) {
                into.ingest(to, files);
            }
        } catch (RocksDBException e) {
            throw new RocksFailure(
                    "The state '" + column.spec().name() + "' could not be restored", e);
        } finally {
            WorkingDirectory.remove(directory);
        }
    }

    private static boolean lies(Scan scan, KeyGroupRange keyGroups) {
        return scan.isValid() && KeyBytes.groupOf(scan.key()) <= keyGroups.last();
    }

    private static void fill(SstFileWriter writer, Path file, Scan scan, KeyGroupRange keyGroups)
            throws RocksDBException {
        writer.open(file.toString());
        for (long bytes = 0; bytes < FILE_BYTES && lies(scan, keyGroups); scan.next()) {
            byte[] key = scan.key();
            byte[] value = scan.value();
            writer.put(key, value);
            bytes += key.length + value.length;
        }
        writer.finish();
    }
}
