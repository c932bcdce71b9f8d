// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.configuration.Configuration;
import io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.engine.state.EntryVisitor;
import io.millrace.engine.state.HandleReader;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateHead;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads state in RocksDB's own form for tools: the database is opened beside the checkpoint, from
 * second names of its files, and only read. Found by {@link java.util.ServiceLoader}.
 *
 * <p>The files are verified as a restore verifies them. Where a tool only wants to know what states
 * there are, none is touched.
 */
public final class RocksHandleReader implements HandleReader {

    @Override
    public boolean reads(StateHandle.Kind kind) {
        return kind == StateHandle.Kind.KEYED_ROCKSDB;
    }

    @Override
    public void read(RestoredState restored, EntryVisitor visitor) throws IOException {
        Snapshot snapshot = Snapshot.readFrom(restored.source().open());
        for (Snapshot.Table table : snapshot.tables()) {
            visitor.begin(head(snapshot, table.spec()));
            if (visitor.isDone()) {
                return;
            }
            visitor.end(0, 0);
        }
        Path base = Path.of(System.getProperty("java.io.tmpdir"));
        try (WorkingDirectory work = WorkingDirectory.in(base)) {
            NativeLibrary.load(work.path());
            Path directory = work.next("inspected");
            bring(restored, snapshot, directory);
            try (Database database =
                    Database.open(
                            directory,
                            new Tuning(
                                    new EmbeddedRocksDBStateBackend(), new Configuration(), null),
                            snapshot.tables().stream()
                                    .map(table -> new Database.Known(table.column(), table.spec()))
                                    .toList(),
                            false,
                            true)) {
                show(database, snapshot, visitor);
            }
        }
    }

    private static StateHead head(Snapshot snapshot, TableSpec spec) {
        return new StateHead(
                spec.name(),
                spec.kind(),
                snapshot.keyType(),
                snapshot.keyShape(),
                spec.type(),
                spec.shape(),
                spec.namespaces());
    }

    private static void bring(RestoredState restored, Snapshot snapshot, Path directory)
            throws IOException {
        Files.createDirectory(directory);
        for (SharedFile file : restored.handle().files()) {
            Restoration.bring(file, restored.files(), directory.resolve(file.name()));
        }
        Files.write(directory.resolve(snapshot.manifestName()), snapshot.manifest());
        Files.write(
                directory.resolve("CURRENT"),
                (snapshot.manifestName() + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Ends the reading before all is read. */
    private static final class Enough extends IOException {
        private static final long serialVersionUID = 1L;
    }

    private static void show(Database database, Snapshot snapshot, EntryVisitor visitor)
            throws IOException {
        for (Column column : database.columns()) {
            boolean wanted = visitor.begin(head(snapshot, column.spec()));
            if (visitor.isDone()) {
                return;
            }
            long[] shown = {0, 0};
            try {
                CanonicalEntries.forEach(
                        database,
                        column,
                        snapshot.keyGroups(),
                        null,
                        (group, entry) -> {
                            shown[0]++;
                            shown[1] += entry.length();
                            if (wanted
                                    && !visitor.entry(
                                            in(entry.getCopyOfBuffer()), entry.length())) {
                                throw new Enough();
                            }
                        });
                visitor.end(shown[0], shown[1]);
            } catch (Enough e) {
                if (visitor.isDone()) {
                    return;
                }
            }
        }
    }

    private static DataInputDeserializer in(byte[] bytes) {
        return new DataInputDeserializer(bytes);
    }
}
