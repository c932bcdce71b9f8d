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
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads state in RocksDB's own form for tools: the database is opened beside the checkpoint, from
 * links to its files, and only read. Found by {@link java.util.ServiceLoader}.
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
            NativeLibrary.load(List.of(work.path()));
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
            bring(file, restored.files(), directory.resolve(file.name()));
        }
        Files.write(directory.resolve(snapshot.manifestName()), snapshot.manifest());
        Files.write(
                directory.resolve("CURRENT"),
                (snapshot.manifestName() + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Where the file lies on a disk of this machine, whichever, a symbolic link will do: nothing
     * here is written to, and RocksDB holds all files open once the database is.
     */
    private static void bring(SharedFile file, RestoredState.Files files, Path to)
            throws IOException {
        Optional<Path> local = files.local(file);
        if (local.isEmpty() || !isLinked(to, local.get())) {
            Restoration.bring(file, files, to);
            return;
        }
        try (InputStream in = files.open(file)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
    }

    private static boolean isLinked(Path name, Path target) {
        try {
            Files.createSymbolicLink(name, target.toAbsolutePath());
            return true;
        } catch (IOException | UnsupportedOperationException e) {
            return false; // a file system that knows none: it is linked otherwise, or copied
        }
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
