// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.checkpoint;

import io.millrace.cli.Rows;
import io.millrace.cli.Surroundings;
import io.millrace.cli.UsageException;
import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.inspect.InFlight;
import io.millrace.engine.inspect.Shown;
import io.millrace.engine.inspect.Snapshot;
import io.millrace.engine.inspect.StateEntries;
import io.millrace.engine.inspect.StateRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code millrace checkpoint state}. */
@Command(
        name = "state",
        description = {
            "Prints the entries of one state, as they come; fields of POJOs, records and tuples are"
                    + " columns.",
            "With --in-flight the records and watermarks that were on their way between operators,"
                    + " in an unaligned checkpoint.",
            "What only the program's own classes can read is shown as bytes, unless --classpath"
                    + " names them."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class StateCommand extends SnapshotCommand {

    @Option(
            names = "--uid",
            paramLabel = "UID",
            description = "The operator: its uid, its id, or its name.")
    private String uid;

    @Option(names = "--name", paramLabel = "NAME", description = "The state.")
    private String name;

    @Option(
            names = "--in-flight",
            description =
                    "What was on its way, to the operator --uid or to all, instead of a state.")
    private boolean inFlight;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description = "Its kind, where several states of the operator have the name.")
    private String kind;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "Only what this key has; written as in the column 'key'.")
    private String key;

    @Option(names = "--limit", paramLabel = "N", description = "At most so many rows.")
    private Long limit;

    @Option(names = "--format", paramLabel = "table|csv|json", description = "How to write it.")
    private Rows.Format format = Rows.Format.table;

    @Option(
            names = "--classpath",
            paramLabel = "JAR",
            split = ":",
            description = "Jars with the program's classes.")
    private List<Path> classPath = new ArrayList<>();

    @Parameters(
            paramLabel = "PATH",
            description = "The directory of a checkpoint or savepoint, or its _metadata.")
    private String path;

    StateCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    int run() throws IOException {
        long most = limit(limit);
        if (inFlight && (name != null || kind != null || key != null)) {
            throw new UsageException(
                    "--in-flight shows no state: --name, --kind and --key do not go with it");
        } else if (!inFlight && (uid == null || name == null)) {
            throw new UsageException(
                    "Which state is wanted is said by --uid=UID and --name=NAME; 'millrace checkpoint"
                            + " show' lists them");
        }
        Snapshot snapshot = Snapshot.open(path);
        return inFlight ? onTheWay(snapshot, most) : state(snapshot, most);
    }

    private int onTheWay(Snapshot snapshot, long most) throws IOException {
        List<Operator> operators =
                uid == null ? snapshot.manifest().operators() : List.of(snapshot.operator(uid));
        try (ClassPath classes = new ClassPath(classPath);
                ProgressLine progress =
                        new ProgressLine(surroundings, snapshot.manifest().stateBytes(), false)) {
            PrintedElements rows = new PrintedElements(surroundings, format, most);
            try {
                for (Operator each : operators) {
                    if (!InFlight.read(snapshot, each, classes.loader(), progress, rows)) {
                        break;
                    }
                }
            } finally {
                progress.end();
                rows.end();
            }
        }
        if (operators.stream().noneMatch(InFlight::isAnyTo)) {
            surroundings.say("nothing was on its way when it was taken");
        }
        return DONE;
    }

    private int state(Snapshot snapshot, long most) throws IOException {
        try (ClassPath classes = new ClassPath(classPath);
                ProgressLine progress =
                        new ProgressLine(
                                surroundings, snapshot.manifest().stateBytes(), key != null)) {
            StateEntries entries =
                    new StateEntries(
                            snapshot,
                            snapshot.operator(uid),
                            name,
                            kind,
                            classes.loader(),
                            progress);
            Printed rows = new Printed(most);
            try {
                entries.read(key, rows);
            } finally {
                progress.end();
                rows.end();
            }
            if (key != null && rows.count == 0 && most > 0) {
                surroundings.say("there is nothing of key '" + key + "'");
                return FAILED;
            }
            return DONE;
        }
    }

    /** Writes the rows, each part of a value in a column of its own. */
    private final class Printed implements StateRow.Sink {
        private final long most;
        private final Set<String> said = new LinkedHashSet<>();
        private StateRow.Columns columns;
        private Rows sheet;
        private long count;

        Printed(long most) {
            this.most = most;
        }

        @Override
        public void begin(StateRow.Columns begun) {
            columns = begun;
            List<String> names = new ArrayList<>();
            names.add(
                    columns.kind().equals("raw-keyed")
                            ? "key group"
                            : columns.keyed() ? "key" : "subtask");
            if (!columns.namespaces().isEmpty()) {
                names.add(columns.namespaces().endsWith("Window") ? "window" : "namespace");
            }
            if (!columns.at().isEmpty()) {
                names.add(columns.at());
            }
            if (columns.parts().isEmpty()) {
                names.add(columns.kind().equals("timers") ? "time" : "value");
            }
            for (String part : columns.parts()) {
                names.add(names.contains(part) ? "value." + part : part);
            }
            if (columns.timed()) {
                names.add("last access");
            }
            sheet = new Rows(surroundings.out(), format, names);
        }

        @Override
        public boolean row(StateRow row) {
            if (count == most) {
                return false;
            }
            count++;
            List<Object> cells = new ArrayList<>();
            cells.add(columns.keyed() ? row.key() : row.subtask());
            if (!columns.namespaces().isEmpty()) {
                cells.add(row.namespace());
            }
            if (!columns.at().isEmpty()) {
                cells.add(row.at());
            }
            addValue(row.value(), cells);
            if (columns.timed()) {
                cells.add(row.lastAccess());
            }
            note(row.key());
            note(row.value());
            return sheet.row(cells) && count < most;
        }

        /**
         * A value that has other parts than most is written whole, in the first of their columns.
         */
        private void addValue(Object value, List<Object> cells) {
            List<String> parts = columns.parts();
            if (parts.isEmpty()) {
                cells.add(value);
            } else if (value instanceof Shown.Fields fields
                    && parts.equals(List.copyOf(fields.values().keySet()))) {
                cells.addAll(fields.values().values());
            } else {
                Object[] whole = new Object[parts.size()];
                whole[0] = value;
                cells.addAll(Arrays.asList(whole));
            }
        }

        private void note(Object shown) {
            if (shown instanceof Shown.Bytes bytes && said.size() < 3) {
                said.add(bytes.why());
            }
        }

        void end() {
            if (sheet != null) {
                sheet.end();
            }
            said.forEach(why -> surroundings.say("some of it is shown as bytes, since " + why));
        }
    }
}
