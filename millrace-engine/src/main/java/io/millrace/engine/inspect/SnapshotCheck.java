// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.storage.DamagedFileException;
import io.millrace.engine.storage.StoredSnapshots;
import io.millrace.engine.storage.StoredState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads all of a checkpoint once and compares every checksum: of the manifest, of each piece of
 * state in it, and of each file it names, those it shares with others included. Goes on after the
 * first that is damaged, so that all are named.
 */
public final class SnapshotCheck {

    private SnapshotCheck() {}

    /**
     * What is wrong with one file.
     *
     * @param file where it lies, for people
     * @param kind {@code missing}, {@code unreadable}, or how it is damaged: {@code truncated},
     *     {@code bit flipped}, {@code foreign}, {@code misplaced}, {@code too old}, {@code too
     *     new}, {@code malformed}
     * @param message the whole story, with the file's name in it
     * @param owner whose state it is; empty for the manifest
     */
    public record Finding(String file, String kind, String message, String owner) {}

    /**
     * What was found.
     *
     * @param files that were read, the manifest included
     * @param bytes of state that were read
     * @param findings empty where all is intact
     * @param strangers files in its directory of which it says nothing; they do no harm
     */
    public record Report(int files, long bytes, List<Finding> findings, List<String> strangers) {

        public Report {
            findings = List.copyOf(findings);
            strangers = List.copyOf(strangers);
        }

        public boolean isIntact() {
            return findings.isEmpty();
        }
    }

    /**
     * Verifies a checkpoint.
     *
     * @throws IOException there is none at that place
     */
    public static Report of(String pointer, Progress progress) throws IOException {
        byte[] sealed;
        CheckpointManifest manifest;
        try {
            sealed = StoredSnapshots.manifest(pointer);
            manifest = CheckpointManifest.decode(sealed, pointer);
            manifest.requireIn(StoredSnapshots.directory(pointer));
        } catch (DamagedFileException e) {
            return new Report(1, 0, List.of(finding(e.file(), e, "")), List.of());
        }
        String directory = StoredSnapshots.directory(pointer);
        List<Finding> findings = new ArrayList<>();
        Set<String> files = new HashSet<>();
        long bytes = 0;
        for (Operator operator : manifest.operators()) {
            int subtaskIndex = 0;
            for (Subtask subtask : operator.subtasks()) {
                String owner =
                        "operator " + Snapshot.called(operator) + ", subtask " + subtaskIndex++;
                for (StateHandle handle : subtask.handles()) {
                    for (StoredState piece : handle.pieces()) {
                        String file = StoredSnapshots.file(piece, directory).orElse(null);
                        if (file == null || files.add(file)) {
                            bytes += piece.length();
                            check(piece, file, directory, owner, progress, findings);
                        }
                    }
                }
            }
        }
        return new Report(
                files.size() + 1,
                bytes,
                findings,
                StoredSnapshots.strangers(directory, manifest.pieces()));
    }

    private static void check(
            StoredState piece,
            String file,
            String directory,
            String owner,
            Progress progress,
            List<Finding> findings) {
        byte[] buffer = new byte[64 * 1024];
        try (InputStream in = StoredSnapshots.open(piece, directory)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                progress.read(n);
            }
        } catch (IOException e) {
            findings.add(finding(file == null ? directory : file, e, owner));
        }
    }

    private static Finding finding(String file, IOException e, String owner) {
        String kind =
                e instanceof DamagedFileException damaged
                        ? damaged.reason().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                        : e instanceof FileNotFoundException ? "missing" : "unreadable";
        return new Finding(file, kind, String.valueOf(e.getMessage()), owner);
    }
}
