// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.checkpoint;

import io.millrace.cli.Json;
import io.millrace.cli.Rows;
import io.millrace.cli.Surroundings;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.checkpoint.CheckpointManifest.Phase;
import io.millrace.engine.inspect.InFlight;
import io.millrace.engine.inspect.Overview;
import io.millrace.engine.inspect.Snapshot;
import io.millrace.engine.state.StateHandle;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code millrace checkpoint show}. */
@Command(
        name = "show",
        description = "Shows the operators and states of a checkpoint or savepoint.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ShowCommand extends SnapshotCommand {

    /** So much is read without being asked. */
    private static final long QUICK_BYTES = 64L << 20;

    /** The same without csv: it is several tables. */
    enum As {
        table,
        json
    }

    @Option(names = "--format", paramLabel = "table|json", description = "How to write it.")
    private As format = As.table;

    @Option(
            names = "--measure",
            description =
                    "Read all state, to tell the bytes of each; up to 64 MiB are read without"
                            + " this.")
    private boolean measure;

    @Parameters(
            paramLabel = "PATH",
            description = "The directory of a checkpoint or savepoint, or its _metadata.")
    private String path;

    ShowCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    int run() throws IOException {
        Snapshot snapshot = Snapshot.open(path);
        long bytes = snapshot.manifest().stateBytes();
        boolean measured = measure || bytes <= QUICK_BYTES;
        List<Overview> operators = new ArrayList<>();
        try (ProgressLine progress = new ProgressLine(surroundings, measured ? bytes : 0, true)) {
            for (Operator operator : snapshot.manifest().operators()) {
                operators.add(Overview.of(snapshot, operator, measured, progress));
            }
        }
        if (format == As.json) {
            surroundings.out().println(Json.of(json(snapshot, operators)));
        } else {
            print(snapshot, operators, measured);
        }
        surroundings.out().flush();
        return DONE;
    }

    private void print(Snapshot snapshot, List<Overview> operators, boolean measured) {
        CheckpointManifest manifest = snapshot.manifest();
        line(
                (manifest.savepoint() ? "Savepoint " : "Checkpoint ")
                        + manifest.checkpointId()
                        + " of job '"
                        + manifest.jobName()
                        + "' ("
                        + manifest.jobId()
                        + ")");
        line("at " + snapshot.pointer());
        line(
                "completed "
                        + Units.moment(manifest.completionTimestamp())
                        + ", "
                        + (manifest.completionTimestamp() - manifest.triggerTimestamp())
                        + " ms after it was triggered; written by Millrace "
                        + manifest.writer().version()
                        + ", process "
                        + manifest.writer().process()
                        + " on "
                        + manifest.writer().host());
        line(
                Units.bytes(manifest.stateBytes())
                        + " of state; "
                        + Units.bytes(snapshot.ownBytes())
                        + " written for it, "
                        + Units.bytes(snapshot.sharedBytes())
                        + " shared with earlier ones");
        new TreeMap<>(manifest.properties()).forEach((key, value) -> line(key + ": " + value));
        long inFlight =
                operators.stream()
                        .mapToLong(
                                each -> each.forms().getOrDefault(StateHandle.Kind.IN_FLIGHT, 0L))
                        .sum();
        if (inFlight > 0) {
            line(Units.bytes(inFlight) + " of that is data that was on its way between operators");
        }
        line("");
        try (Rows sheet =
                new Rows(
                        surroundings.out(),
                        Rows.Format.table,
                        List.of(
                                "operator (uid)",
                                "name",
                                "parallelism",
                                "max",
                                "bytes",
                                "form",
                                "key type",
                                "id"))) {
            for (Overview each : operators) {
                Operator operator = each.operator();
                sheet.row(
                        Arrays.asList(
                                operator.uid(),
                                operator.name(),
                                operator.parallelism(),
                                operator.maxParallelism(),
                                operator.hasState() ? each.bytes() : null,
                                finished(operator) + forms(each),
                                each.keyType().isEmpty() ? null : each.keyType(),
                                operator.id().value()));
            }
        }
        line("");
        try (Rows sheet =
                new Rows(
                        surroundings.out(),
                        Rows.Format.table,
                        List.of("operator (uid)", "state", "kind", "entries", "bytes", "type"))) {
            for (Overview each : operators) {
                Operator operator = each.operator();
                String uid = operator.uid() == null ? operator.name() : operator.uid();
                if (operator.coordinatorState() != null) {
                    sheet.row(
                            Arrays.asList(
                                    uid,
                                    "(splits not yet assigned)",
                                    "enumerator",
                                    null,
                                    operator.coordinatorState().length,
                                    null));
                }
                for (Overview.State state : each.states()) {
                    sheet.row(
                            Arrays.asList(
                                    uid,
                                    state.name(),
                                    state.kind(),
                                    state.entries(),
                                    state.bytes() < 0 ? null : state.bytes(),
                                    state.type()
                                            + (state.namespaces().isEmpty()
                                                    ? ""
                                                    : " by " + state.namespaces())));
                }
            }
        }
        List<InFlight.Channel> channels =
                operators.stream().flatMap(each -> each.channels().stream()).toList();
        if (!channels.isEmpty()) {
            line("");
            print(channels);
        }
        if (!measured) {
            surroundings.say("--measure tells the bytes of each state; all state is read for that");
        }
    }

    private void print(List<InFlight.Channel> channels) {
        try (Rows sheet =
                new Rows(
                        surroundings.out(),
                        Rows.Format.table,
                        List.of(
                                "on its way to",
                                "subtask",
                                "input",
                                "from",
                                "sender",
                                "dealt",
                                "elements",
                                "bytes",
                                "type"))) {
            for (InFlight.Channel each : channels) {
                sheet.row(
                        Arrays.asList(
                                each.to(),
                                each.subtask(),
                                each.input(),
                                each.from(),
                                each.sender(),
                                each.dealt(),
                                each.elements(),
                                each.bytes() < 0 ? null : each.bytes(),
                                each.type()));
            }
        }
    }

    private void line(String text) {
        surroundings.out().println(Rows.text(text));
    }

    private static String finished(Operator operator) {
        long finished =
                operator.subtasks().stream()
                        .filter(subtask -> subtask.phase() == Phase.FINISHED)
                        .count();
        return finished == 0
                ? ""
                : finished == operator.parallelism() ? "finished " : finished + " finished ";
    }

    private static String forms(Overview each) {
        List<String> forms = new ArrayList<>();
        each.forms().keySet().forEach(kind -> forms.add(form(kind)));
        return forms.isEmpty() ? "no state" : String.join(" + ", forms);
    }

    private static String form(StateHandle.Kind kind) {
        return switch (kind) {
            case KEYED -> "keyed";
            case OPERATOR -> "operator";
            case KEYED_LAYERS -> "keyed (layers)";
            case KEYED_ROCKSDB -> "keyed (RocksDB)";
            case IN_FLIGHT -> "in flight";
        };
    }

    private static Map<String, Object> json(Snapshot snapshot, List<Overview> operators) {
        CheckpointManifest manifest = snapshot.manifest();
        Map<String, Object> writer = new LinkedHashMap<>();
        writer.put("version", manifest.writer().version());
        writer.put("process", manifest.writer().process());
        writer.put("host", manifest.writer().host());
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("path", snapshot.pointer());
        whole.put("id", manifest.checkpointId());
        whole.put("kind", manifest.savepoint() ? "savepoint" : "checkpoint");
        whole.put("incremental", snapshot.isIncremental());
        whole.put("job", manifest.jobName());
        whole.put("jobId", manifest.jobId());
        whole.put("triggered", manifest.triggerTimestamp());
        whole.put("completed", manifest.completionTimestamp());
        whole.put("stateBytes", manifest.stateBytes());
        whole.put("size", snapshot.ownBytes());
        whole.put("shared", snapshot.sharedBytes());
        whole.put("writer", writer);
        whole.put("properties", new TreeMap<>(manifest.properties()));
        whole.put("operators", operators.stream().map(ShowCommand::json).toList());
        return whole;
    }

    private static Map<String, Object> json(Overview each) {
        Operator operator = each.operator();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("uid", operator.uid());
        json.put("id", operator.id().value());
        json.put("name", operator.name());
        json.put("parallelism", operator.parallelism());
        json.put("maxParallelism", operator.maxParallelism());
        json.put(
                "subtasks",
                operator.subtasks().stream()
                        .map(subtask -> subtask.phase().name().toLowerCase(Locale.ROOT))
                        .toList());
        json.put("bytes", each.bytes());
        Map<String, Object> forms = new LinkedHashMap<>();
        each.forms().forEach((kind, bytes) -> forms.put(form(kind), bytes));
        json.put("forms", forms);
        json.put("keyType", each.keyType().isEmpty() ? null : each.keyType());
        json.put(
                "enumeratorBytes",
                operator.coordinatorState() == null ? null : operator.coordinatorState().length);
        json.put("states", each.states().stream().map(ShowCommand::json).toList());
        json.put("inFlight", each.channels().stream().map(ShowCommand::json).toList());
        return json;
    }

    private static Map<String, Object> json(InFlight.Channel channel) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("subtask", channel.subtask());
        json.put("input", channel.input());
        json.put("from", channel.from());
        json.put("connection", channel.connection());
        json.put("sender", channel.sender());
        json.put("dealt", channel.dealt());
        json.put("type", channel.type());
        json.put("elements", channel.elements());
        json.put("bytes", channel.bytes() < 0 ? null : channel.bytes());
        return json;
    }

    private static Map<String, Object> json(Overview.State state) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", state.name());
        json.put("kind", state.kind());
        json.put("type", state.type());
        json.put("namespaces", state.namespaces().isEmpty() ? null : state.namespaces());
        json.put("entries", state.entries());
        json.put("bytes", state.bytes() < 0 ? null : state.bytes());
        return json;
    }
}
