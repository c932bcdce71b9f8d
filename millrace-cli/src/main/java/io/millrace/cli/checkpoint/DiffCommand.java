// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.checkpoint;

import io.millrace.cli.Rows;
import io.millrace.cli.Surroundings;
import io.millrace.engine.inspect.Snapshot;
import io.millrace.engine.inspect.SnapshotDiff;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code millrace checkpoint diff}. */
@Command(
        name = "diff",
        description = {
            "Shows what differs between two checkpoints or savepoints, by operator, state and key.",
            "Ends with 1 if anything does. What does not fit into memory is sorted in"
                    + " java.io.tmpdir."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class DiffCommand extends SnapshotCommand {

    private static final long MOST_MEMORY = 256L << 20;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "At most so many rows for each state; all are counted.")
    private Long limit;

    @Option(names = "--format", paramLabel = "table|csv|json", description = "How to write it.")
    private Rows.Format format = Rows.Format.table;

    @Option(
            names = "--classpath",
            paramLabel = "JAR",
            split = ":",
            description = "Jars with the program's classes.")
    private List<Path> classPath = new ArrayList<>();

    @Parameters(index = "0", paramLabel = "A", description = "The one before.")
    private String before;

    @Parameters(index = "1", paramLabel = "B", description = "The one after.")
    private String after;

    DiffCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    int run() throws IOException {
        long most = limit(limit);
        Snapshot old = Snapshot.open(before);
        Snapshot now = Snapshot.open(after);
        long total = old.manifest().stateBytes() + now.manifest().stateBytes();
        try (ClassPath classes = new ClassPath(classPath);
                ProgressLine progress = new ProgressLine(surroundings, total, false);
                Rows sheet =
                        new Rows(
                                surroundings.out(),
                                format,
                                List.of(
                                        "operator",
                                        "state",
                                        "change",
                                        "key",
                                        "namespace",
                                        "map key",
                                        "old",
                                        "new"))) {
            long memory = Math.min(MOST_MEMORY, Runtime.getRuntime().maxMemory() / 8);
            SnapshotDiff diff =
                    new SnapshotDiff(
                            old,
                            now,
                            classes.loader(),
                            memory,
                            System.getProperty("java.io.tmpdir"),
                            progress);
            Told told = new Told(sheet, most);
            boolean same = diff.compare(told);
            progress.end();
            sheet.end();
            told.remarks.forEach(surroundings::say);
            told.counts.forEach(surroundings::say);
            if (same) {
                surroundings.say("no difference");
            }
            return same ? DONE : FAILED;
        }
    }

    private static final class Told implements SnapshotDiff.Sink {
        private final Rows sheet;
        private final long most;
        private final List<String> remarks = new ArrayList<>();
        private final List<String> counts = new ArrayList<>();
        private long rows;

        Told(Rows sheet, long most) {
            this.sheet = sheet;
            this.most = most;
        }

        @Override
        public void remark(String text) {
            remarks.add(text);
        }

        @Override
        public boolean change(SnapshotDiff.Change change) {
            if (rows == most) {
                return false;
            }
            rows++;
            return sheet.row(
                            Arrays.asList(
                                    change.state().operator(),
                                    change.state().name(),
                                    change.kind().name().toLowerCase(Locale.ROOT),
                                    change.key(),
                                    change.namespace(),
                                    change.at(),
                                    change.old(),
                                    change.now()))
                    && rows < most;
        }

        @Override
        public void counts(SnapshotDiff.Counts each) {
            rows = 0;
            if (!each.isSame()) {
                counts.add(
                        "state '"
                                + each.state().name()
                                + "' of '"
                                + each.state().operator()
                                + "': "
                                + each.added()
                                + " added, "
                                + each.removed()
                                + " removed, "
                                + each.changed()
                                + " changed, "
                                + each.same()
                                + " the same");
            }
        }
    }
}
