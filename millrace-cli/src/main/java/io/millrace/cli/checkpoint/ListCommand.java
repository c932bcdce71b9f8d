// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.checkpoint;

import io.millrace.cli.Rows;
import io.millrace.cli.Surroundings;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.inspect.Snapshot;
import io.millrace.engine.inspect.SnapshotList;
import io.millrace.engine.inspect.SnapshotList.Listed;
import io.millrace.engine.state.StateHandle;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code millrace checkpoint list}. */
@Command(
        name = "list",
        description = "Lists the checkpoints and savepoints under a directory, newest first.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ListCommand extends SnapshotCommand {

    @Option(
            names = "--format",
            paramLabel = "table|csv|json",
            description =
                    "How to write it; sizes and times are in bytes and milliseconds in csv and"
                            + " json.")
    private Rows.Format format = Rows.Format.table;

    @Parameters(
            paramLabel = "DIR",
            description = "A checkpoint directory, one job's directory, or one checkpoint.")
    private String directory;

    ListCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    int run() throws IOException {
        List<Listed> all = SnapshotList.under(directory);
        if (format == Rows.Format.table && all.isEmpty()) {
            surroundings.say("there are no checkpoints and no savepoints under " + directory);
            return DONE;
        }
        long now = System.currentTimeMillis();
        List<String> columns =
                format == Rows.Format.table
                        ? List.of("id", "kind", "job", "size", "shared", "age", "standing", "path")
                        : List.of(
                                "id",
                                "kind",
                                "incremental",
                                "form",
                                "job",
                                "jobId",
                                "size",
                                "shared",
                                "completed",
                                "standing",
                                "problem",
                                "path");
        try (Rows sheet = new Rows(surroundings.out(), format, columns)) {
            for (Listed each : all) {
                sheet.row(format == Rows.Format.table ? forPeople(each, now) : forPrograms(each));
            }
        }
        if (format == Rows.Format.table) {
            all.stream()
                    .filter(each -> !each.problem().isEmpty())
                    .forEach(each -> surroundings.say(each.pointer() + ": " + each.problem()));
        }
        return DONE;
    }

    private static List<Object> forPeople(Listed each, long now) {
        Snapshot snapshot = each.snapshot();
        String age = Rows.age(now - each.timestamp());
        String standing = each.standing().name().toLowerCase(Locale.ROOT);
        if (snapshot == null) {
            return Arrays.asList(null, "-", "-", "-", "-", age, standing, each.pointer());
        }
        CheckpointManifest manifest = snapshot.manifest();
        String kind =
                manifest.savepoint()
                        ? "savepoint, " + form(snapshot)
                        : snapshot.isIncremental() ? "checkpoint, incremental" : "checkpoint, full";
        return Arrays.asList(
                manifest.checkpointId(),
                kind,
                manifest.jobName(),
                Units.bytes(snapshot.ownBytes()),
                snapshot.sharedBytes() == 0 ? "-" : Units.bytes(snapshot.sharedBytes()),
                age,
                standing,
                each.pointer());
    }

    private static List<Object> forPrograms(Listed each) {
        Snapshot snapshot = each.snapshot();
        List<Object> row = new ArrayList<>();
        if (snapshot == null) {
            row.addAll(Arrays.asList(null, null, null, null, null, null, null, null));
        } else {
            CheckpointManifest manifest = snapshot.manifest();
            row.add(manifest.checkpointId());
            row.add(manifest.savepoint() ? "savepoint" : "checkpoint");
            row.add(snapshot.isIncremental());
            row.add(form(snapshot));
            row.add(manifest.jobName());
            row.add(manifest.jobId());
            row.add(snapshot.ownBytes());
            row.add(snapshot.sharedBytes());
        }
        row.add(each.timestamp());
        row.add(each.standing().name().toLowerCase(Locale.ROOT));
        row.add(each.problem().isEmpty() ? null : each.problem());
        row.add(each.pointer());
        return row;
    }

    /** Canonical: every backend reads it. */
    private static String form(Snapshot snapshot) {
        Set<StateHandle.Kind> forms = snapshot.keyedForms();
        forms.remove(StateHandle.Kind.KEYED);
        return forms.isEmpty() ? "canonical" : "native";
    }
}
