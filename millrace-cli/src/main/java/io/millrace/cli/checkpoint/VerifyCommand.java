// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.checkpoint;

import io.millrace.cli.Json;
import io.millrace.cli.Rows;
import io.millrace.cli.Surroundings;
import io.millrace.engine.inspect.Snapshot;
import io.millrace.engine.inspect.SnapshotCheck;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code millrace checkpoint verify}. */
@Command(
        name = "verify",
        description = {
            "Reads all files of a checkpoint or savepoint and compares every checksum.",
            "Ends with 1 if one is damaged or missing; each is named."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class VerifyCommand extends SnapshotCommand {

    @Option(names = "--format", paramLabel = "table|json", description = "How to write it.")
    private ShowCommand.As format = ShowCommand.As.table;

    @Parameters(
            paramLabel = "PATH",
            description = "The directory of a checkpoint or savepoint, or its _metadata.")
    private String path;

    VerifyCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    int run() throws IOException {
        SnapshotCheck.Report report;
        try (ProgressLine progress = new ProgressLine(surroundings, total(), true)) {
            report = SnapshotCheck.of(path, progress);
        }
        if (format == ShowCommand.As.json) {
            surroundings.out().println(Json.of(json(report)));
        } else {
            print(report);
        }
        surroundings.out().flush();
        return report.isIntact() ? DONE : FAILED;
    }

    /** Only for the progress: what is wrong with the manifest is told by the check. */
    private long total() {
        try {
            return Snapshot.open(path).manifest().stateBytes();
        } catch (IOException e) {
            return 0;
        }
    }

    private void print(SnapshotCheck.Report report) {
        for (SnapshotCheck.Finding finding : report.findings()) {
            surroundings
                    .out()
                    .println(
                            finding.kind().toUpperCase(java.util.Locale.ROOT)
                                    + "  "
                                    + Rows.text(finding.message())
                                    + (finding.owner().isEmpty()
                                            ? ""
                                            : " (" + finding.owner() + ")"));
        }
        for (String stranger : report.strangers()) {
            surroundings
                    .out()
                    .println("not part of it: " + Rows.text(stranger) + "; nothing reads it");
        }
        surroundings
                .out()
                .println(
                        (report.isIntact()
                                        ? "intact: "
                                        : report.findings().size() + " damaged or missing of ")
                                + report.files()
                                + (report.files() == 1 ? " file" : " files")
                                + " with "
                                + Units.bytes(report.bytes())
                                + " of state");
    }

    private static Map<String, Object> json(SnapshotCheck.Report report) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("intact", report.isIntact());
        json.put("files", report.files());
        json.put("bytes", report.bytes());
        List<Object> findings =
                report.findings().stream()
                        .<Object>map(
                                finding -> {
                                    Map<String, Object> each = new LinkedHashMap<>();
                                    each.put("file", finding.file());
                                    each.put("kind", finding.kind());
                                    each.put("message", finding.message());
                                    each.put("owner", finding.owner());
                                    return each;
                                })
                        .toList();
        json.put("findings", findings);
        json.put("strangers", report.strangers());
        return json;
    }
}
