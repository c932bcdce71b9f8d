// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.RunningJob;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same state in every form there is, looked at with every command. */
@Timeout(180)
@DisplayName("millrace checkpoint, on each form of snapshot")
class SnapshotFormsTest {

    private static final Map<String, Path> FORMS = new LinkedHashMap<>();

    @TempDir static Path folder;

    @BeforeAll
    static void takeThemAll() throws Exception {
        take("heap", Map.of());
        take(
                "layers",
                Map.of(
                        "execution.checkpointing.incremental", "true",
                        "millrace.checkpoints.incremental-from", "0 b"));
        take(
                "rocksdb",
                Map.of(
                        "execution.checkpointing.incremental",
                        "true",
                        "state.backend.type",
                        "rocksdb",
                        "state.backend.rocksdb.localdir",
                        folder.resolve("local").toString()));
    }

    private static void take(String name, Map<String, String> more) throws Exception {
        Path checkpoints = folder.resolve(name);
        Configuration settings = Jobs.checkpointsIn(checkpoints);
        settings.setString("millrace.steering.enabled", "false");
        more.forEach(settings::setString);
        StreamExecutionEnvironment env = Jobs.environment(2, settings);
        env.enableCheckpointing(20);
        env.getCheckpointConfig()
                .setExternalizedCheckpointRetention(
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        CompletableFuture<Void> complete = EveryState.build(env, name);
        RunningJob job = Jobs.start(env, name);
        CompletableFuture.anyOf(complete, job.client().getJobExecutionResult())
                .get(60, TimeUnit.SECONDS);
        for (SavepointFormatType type :
                List.of(SavepointFormatType.CANONICAL, SavepointFormatType.NATIVE)) {
            String pointer =
                    job.client()
                            .triggerSavepoint(folder.resolve("savepoints").toString(), type)
                            .get(60, TimeUnit.SECONDS);
            FORMS.put(
                    name + ", " + type + " savepoint",
                    Path.of(new io.millrace.core.fs.Path(pointer).toUri().getPath()));
        }
        job.cancel();
        FORMS.put(name + ", checkpoint", CheckpointFolder.at(checkpoints).newest());
    }

    static Stream<String> forms() {
        return FORMS.keySet().stream();
    }

    private static List<String> state(Path at, String uid, String name, String... more) {
        Object[] arguments = new Object[6 + more.length];
        List<Object> first =
                List.of("state", at, "--uid=" + uid, "--name=" + name, "--format", "csv");
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = i < first.size() ? first.get(i) : more[i - first.size()];
        }
        ToolCall call = ToolCall.checkpoint(arguments);
        assertThat(call.code()).as(call.all()).isZero();
        return call.lines();
    }

    private static void hasAllEntries(Path at) {
        int keys = EveryState.KEYS;
        assertThat(state(at, "keeper", "account"))
                .hasSize(keys + 1)
                .contains(
                        "key,balance,limit,owner,place",
                        "key-3,3,100,key-3,\"{\"\"city\"\": \"\"city 3\"\"}\"",
                        "key-4,4,,key-4,\"{\"\"city\"\": \"\"city 4\"\"}\"");
        assertThat(state(at, "keeper", "stock"))
                .hasSize(keys + 1)
                .contains("key,name,price", "key-5,\"share, \"\"5\"\"\",2.5");
        assertThat(state(at, "keeper", "grade"))
                .hasSize(keys + 1)
                .contains("key-4,LOW", "key-5,HIGH");
        assertThat(state(at, "keeper", "opaque")).hasSize(keys + 1);
        assertThat(state(at, "keeper", "song"))
                .hasSize(keys + 1)
                .contains("key-7,\"{\"\"title\"\": \"\"song 7\"\", \"\"year\"\": 1907}\"");
        assertThat(state(at, "keeper", "pair"))
                .hasSize(keys + 1)
                .contains("key,f0,f1", "key-8,8,p");
        assertThat(state(at, "keeper", "fresh"))
                .hasSize(keys + 1)
                .contains("key,value,last access")
                .anyMatch(line -> line.matches("key-9,9,\\d{13}"));
        assertThat(state(at, "keeper", "list"))
                .hasSize(2 * keys + 1)
                .contains("key,index,name,price", "key-2,0,one,1.0", "key-2,1,two,2.0");
        assertThat(state(at, "keeper", "visits"))
                .hasSize(2 * keys + 1)
                .contains("key,map key,value", "key-6,home,6", "key-6,away,1");
        assertThat(state(at, "keeper", "fresh visits"))
                .hasSize(keys + 1)
                .anyMatch(line -> line.matches("key-6,home,6,\\d{13}"));
        assertThat(state(at, "keeper", "sum")).hasSize(keys + 1).contains("key-11,11");
        assertThat(state(at, "keeper", "mean")).hasSize(keys + 1).contains("key-11,11");
        assertThat(state(at, "keeper", "event-time")).hasSize(keys + 1).contains("key-1,1000001");
        assertThat(state(at, "keeper", "processing-time"))
                .hasSize(keys + 1)
                .contains("key-1,9000000000001");
        assertThat(state(at, "sums", "window-contents"))
                .hasSize(keys + 1)
                .anyMatch(line -> line.startsWith("key-1,") && line.endsWith(",1"));
        assertThat(state(at, "lists", "window-contents"))
                .hasSizeGreaterThan(keys)
                .anyMatch(line -> line.startsWith("key-23,") && line.endsWith("key-23,23"));
        assertThat(state(at, "entries", "position")).contains("subtask,value", "0,7", "0,9");
        assertThat(state(at, "entries", "own")).containsExactly("subtask,value", "0,a", "0,b");
        assertThat(state(at, "entries", "stocks"))
                .containsExactly("subtask,map key,name,price", "0,tea,green,2.5");
    }

    @ParameterizedTest
    @MethodSource("forms")
    void everyKindOfStateCanBeRead(String form) {
        hasAllEntries(FORMS.get(form));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void oneKeyIsFoundAndALimitIsHeldInEveryFormat(String form) {
        Path at = FORMS.get(form);

        assertThat(state(at, "keeper", "visits", "--key=key-6"))
                .containsExactlyInAnyOrder("key,map key,value", "key-6,home,6", "key-6,away,1");
        assertThat(state(at, "keeper", "visits", "--limit=5")).hasSize(6);
        ToolCall json =
                ToolCall.checkpoint(
                        "state",
                        at,
                        "--uid=keeper",
                        "--name=stock",
                        "--key=key-4",
                        "--format=json");
        assertThat(json.lines())
                .containsExactly(
                        "{\"key\": \"key-4\", \"name\": \"share, \\\"4\\\"\", \"price\": 2.0}");
        ToolCall table =
                ToolCall.checkpoint("state", at, "--uid=keeper", "--name=grade", "--key=key-4");
        assertThat(table.lines()).hasSize(2);
        assertThat(table.lines().get(1)).matches("key-4 +LOW");
    }

    @ParameterizedTest
    @MethodSource("forms")
    void itIsListedShownAndIntact(String form) {
        Path at = FORMS.get(form);
        ToolCall list = ToolCall.checkpoint("list", at.getParent());
        assertThat(list.code()).as(list.all()).isZero();
        assertThat(list.lines())
                .anyMatch(
                        line ->
                                line.contains("complete")
                                        && line.endsWith(at.getFileName().toString()));

        ToolCall show = ToolCall.checkpoint("show", at);
        assertThat(show.code()).as(show.all()).isZero();
        assertThat(show.all())
                .containsPattern("keeper +account +value +24 +(\\d+|-) +POJO \\S+Account\\{")
                .containsPattern("keeper +song +value +24 +(\\d+|-) +Avro")
                .containsPattern("keeper +fresh +value +24 +(\\d+|-) +Long with times")
                .containsPattern("keeper +\\S*event-time +timers +24 +(\\d+|-) ")
                .containsPattern(
                        "sums +window-contents +aggregating +24 +(\\d+|-) +Long by TimeWindow")
                .containsPattern("entries +position +union-list +2 +\\d+ +Long")
                .containsPattern("entries +stocks +broadcast +1 +\\d+ ");

        ToolCall verify = ToolCall.checkpoint("verify", at);
        assertThat(verify.code()).as(verify.all()).isZero();
    }

    @ParameterizedTest
    @MethodSource("forms")
    void itDoesNotDifferFromTheSameStateInAnotherForm(String form) {
        ToolCall diff = ToolCall.checkpoint("diff", FORMS.get("heap, checkpoint"), FORMS.get(form));

        assertThat(diff.lines()).as(diff.all()).hasSizeLessThanOrEqualTo(1);
        assertThat(diff.code()).as(diff.all()).isZero();
    }

    @ParameterizedTest
    @MethodSource("forms")
    @DisplayName("CK-89: rescaled it has the same entries, in the form that any backend restores")
    void rescaledItHasTheSameEntriesInTheCanonicalForm(String form) {
        Path to = folder.resolve("rescaled").resolve(form.replaceAll("\\W+", "-"));
        ToolCall rescale =
                ToolCall.checkpoint("rescale", FORMS.get(form), "--max-parallelism", "64", to);

        assertThat(rescale.code()).as(rescale.all()).isZero();
        hasAllEntries(to);
        ToolCall diff = ToolCall.checkpoint("diff", FORMS.get(form), to);
        assertThat(diff.lines()).as(diff.all()).hasSizeLessThanOrEqualTo(1);
        assertThat(diff.said()).contains("has max parallelism 64 instead of 128");
        ToolCall show = ToolCall.checkpoint("show", to);
        assertThat(show.all())
                .containsPattern("keeper .* 2 +64 ")
                .doesNotContain("(layers)", "(RocksDB)");
        ToolCall verify = ToolCall.checkpoint("verify", to);
        assertThat(verify.code()).as(verify.all()).isZero();
    }

    @ParameterizedTest
    @MethodSource("forms")
    void whereOnlyOneOperatorIsRescaledTheOthersKeepTheirEntriesAndTheirMaximum(String form) {
        Path to = folder.resolve("rescaled one").resolve(form.replaceAll("\\W+", "-"));
        ToolCall rescale =
                ToolCall.checkpoint(
                        "rescale", FORMS.get(form), "--max-parallelism=64", "--uid=sums", to);

        assertThat(rescale.code()).as(rescale.all()).isZero();
        hasAllEntries(to);
        ToolCall diff = ToolCall.checkpoint("diff", FORMS.get(form), to);
        assertThat(diff.lines()).as(diff.all()).hasSizeLessThanOrEqualTo(1);
        assertThat(diff.said()).contains("has max parallelism 64 instead of 128");
        assertThat(ToolCall.checkpoint("show", to).all())
                .containsPattern("keeper .* 2 +128 ")
                .containsPattern("sums .* 2 +64 ");
    }
}
