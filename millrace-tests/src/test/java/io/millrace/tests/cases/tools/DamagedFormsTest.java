// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.storage.StoredSnapshots;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Throwables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that several checkpoints share, damaged, and manifests that lie in the wrong place. */
@Timeout(180)
@DisplayName("Damage to what checkpoints share")
class DamagedFormsTest {

    private static final Map<String, Map<String, String>> FORMS = new LinkedHashMap<>();
    private static final Map<String, Path> CHECKPOINTS = new LinkedHashMap<>();

    @TempDir static Path folder;

    /** What is done to a file, and what {@code verify} calls it. */
    private enum Damage {
        TRUNCATED {
            @Override
            void inflict(Path file, Path other) throws IOException {
                byte[] bytes = Files.readAllBytes(file);
                Files.write(file, Arrays.copyOf(bytes, bytes.length - 7));
            }
        },
        BIT_FLIPPED {
            @Override
            void inflict(Path file, Path other) throws IOException {
                byte[] bytes = Files.readAllBytes(file);
                bytes[bytes.length / 2] ^= 0x10;
                Files.write(file, bytes);
            }
        },
        MISSING {
            @Override
            void inflict(Path file, Path other) throws IOException {
                Files.delete(file);
            }
        },
        MISPLACED {
            @Override
            void inflict(Path file, Path other) throws IOException {
                Files.copy(other, file, StandardCopyOption.REPLACE_EXISTING);
            }
        },
        FOREIGN {
            @Override
            void inflict(Path file, Path other) throws IOException {
                Files.writeString(file, "a text of somebody's that lies here by mistake");
            }
        };

        abstract void inflict(Path file, Path other) throws IOException;
    }

    @BeforeAll
    static void takeThem() throws Exception {
        FORMS.put(
                "layers",
                Map.of(
                        "execution.checkpointing.incremental", "true",
                        "millrace.checkpoints.incremental-from", "0 b"));
        FORMS.put(
                "rocksdb",
                Map.of(
                        "execution.checkpointing.incremental",
                        "true",
                        "state.backend.type",
                        "rocksdb",
                        "state.backend.rocksdb.localdir",
                        folder.resolve("local").toString()));
        for (String form : FORMS.keySet()) {
            StreamExecutionEnvironment env = environment(form, null);
            CompletableFuture<Void> complete = EveryState.build(env, form + " before");
            RunningJob job = Jobs.start(env, form);
            CompletableFuture.anyOf(complete, job.client().getJobExecutionResult())
                    .get(60, TimeUnit.SECONDS);
            job.cancel();
            CHECKPOINTS.put(form, CheckpointFolder.at(folder.resolve(form)).newest());
        }
    }

    private static StreamExecutionEnvironment environment(String form, Path from) {
        Configuration settings =
                from == null
                        ? Jobs.checkpointsIn(folder.resolve(form))
                        : Jobs.checkpointsIn(folder.resolve(form + "-next"), from.toString());
        settings.setString("millrace.steering.enabled", "false");
        FORMS.get(form).forEach(settings::setString);
        StreamExecutionEnvironment env = Jobs.environment(2, settings);
        env.enableCheckpointing(20);
        env.getCheckpointConfig()
                .setExternalizedCheckpointRetention(
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        return env;
    }

    static Stream<Arguments> damages() {
        return Stream.of("layers", "rocksdb")
                .flatMap(
                        form ->
                                Arrays.stream(Damage.values())
                                        .map(damage -> Arguments.of(form, damage)));
    }

    /** Files that another checkpoint may refer to, too. */
    private static List<Path> shared(Path checkpoint) throws IOException {
        List<Path> files = new ArrayList<>();
        for (StateHandle handle : CheckpointFolder.manifest(checkpoint).handles()) {
            for (SharedFile shared : handle.files()) {
                StoredSnapshots.file(shared.place(), checkpoint.toUri().toString())
                        .map(file -> Path.of(new io.millrace.core.fs.Path(file).toUri().getPath()))
                        .filter(file -> !files.contains(file))
                        .ifPresent(files::add);
            }
        }
        return files;
    }

    @ParameterizedTest(name = "M2: {0}, a shared file {1}")
    @MethodSource("damages")
    void aSharedFileIsNamedWithWhatHappenedToItAndNeverRestored(String form, Damage damage)
            throws Exception {
        Path checkpoint = CHECKPOINTS.get(form);
        List<Path> files = shared(checkpoint);
        assertThat(files).hasSizeGreaterThan(1);
        Path file = files.get(0);
        byte[] intact = Files.readAllBytes(file);
        try {
            damage.inflict(file, files.get(1));

            ToolCall verify = ToolCall.checkpoint("verify", checkpoint);
            assertThat(verify.code()).as(verify.all()).isEqualTo(1);
            // Of RocksDB's own files no more is known than their length and checksum.
            String word =
                    damage == Damage.FOREIGN && form.equals("rocksdb")
                            ? "TRUNCATED"
                            : damage.name().replace('_', ' ');
            assertThat(verify.all()).containsPattern(word + " .*" + file.getFileName());

            StreamExecutionEnvironment env = environment(form, checkpoint);
            EveryState.build(env, form + " after");
            Throwable refusal = catchThrowable(() -> Jobs.start(env, form).awaitFinished());
            assertThat(refusal).isNotNull();
            assertThat(Throwables.messages(refusal))
                    .anySatisfy(
                            message -> assertThat(message).contains(file.getFileName().toString()));
        } finally {
            Files.write(file, intact);
        }
        assertThat(ToolCall.checkpoint("verify", checkpoint).code()).isZero();
    }

    @Test
    @DisplayName("M2: the manifest of another job is found out by the files that it names")
    void aManifestOfAnotherJobIsFoundOut() throws Exception {
        Path checkpoint = CHECKPOINTS.get("layers");
        Path manifest = checkpoint.resolve("_metadata");
        byte[] own = Files.readAllBytes(manifest);
        try {
            Files.copy(
                    CHECKPOINTS.get("rocksdb").resolve("_metadata"),
                    manifest,
                    StandardCopyOption.REPLACE_EXISTING);

            ToolCall verify = ToolCall.checkpoint("verify", checkpoint);
            assertThat(verify.code()).as(verify.all()).isEqualTo(1);
            assertThat(verify.all()).containsPattern("MISSING|MISPLACED");
            StreamExecutionEnvironment env = environment("rocksdb", checkpoint);
            EveryState.build(env, "swapped");
            assertThat(catchThrowable(() -> Jobs.start(env, "swapped").awaitFinished()))
                    .isNotNull();
        } finally {
            Files.write(manifest, own);
        }
    }

    @Test
    @DisplayName(
            "M2: a manifest under the number of another checkpoint is misplaced, as for a restore")
    void aManifestUnderAnotherNumberIsMisplaced(@TempDir Path folder) throws Exception {
        Path checkpoint = CHECKPOINTS.get("layers");
        Path other = Files.createDirectories(folder.resolve("chk-987654"));
        Files.copy(checkpoint.resolve("_metadata"), other.resolve("_metadata"));

        ToolCall verify = ToolCall.checkpoint("verify", other);
        assertThat(verify.code()).as(verify.all()).isEqualTo(1);
        assertThat(verify.all()).contains("MISPLACED").contains("the manifest in it is that of");
        ToolCall list = ToolCall.checkpoint("list", folder);
        assertThat(list.all()).contains("damaged").contains("the manifest in it is that of");
    }
}
