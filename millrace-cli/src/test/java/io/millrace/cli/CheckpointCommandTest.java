// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import program.Ledger;

/** What {@code millrace checkpoint} prints of checkpoints that jobs have left. */
@DisplayName("millrace checkpoint")
class CheckpointCommandTest {

    private static final int OWNERS = 40;

    @TempDir static Path folder;

    private static Path checkpoint;
    private static Path later;

    private final Map<String, String> variables = new HashMap<>();
    private final Call call = new Call();

    @BeforeAll
    static void runJobs() throws Exception {
        checkpoint = run("jobs/first", "ledger", OWNERS, 0);
        later = run("jobs/second", "ledger later", OWNERS + 1, 0);
    }

    private static Path run(String directory, String name, int count, int more) throws Exception {
        Path checkpoints = folder.resolve(directory);
        Ledger.run(settings(checkpoints), name, count, more);
        return newest(checkpoints);
    }

    private static Configuration settings(Path checkpoints) {
        Configuration settings = new Configuration();
        settings.setString("execution.checkpointing.dir", checkpoints.toUri().toString());
        settings.setString("execution.checkpointing.data-inline-threshold", "0");
        settings.setString("parallelism.default", "2");
        settings.setString("millrace.steering.enabled", "false");
        return settings;
    }

    private static Path newest(Path checkpoints) throws IOException {
        try (Stream<Path> files = Files.walk(checkpoints)) {
            return files.filter(file -> file.endsWith("_metadata"))
                    .map(Path::getParent)
                    .max(Path::compareTo)
                    .orElseThrow();
        }
    }

    private int millrace(String... arguments) {
        return call.millrace(variables, arguments);
    }

    private List<String> lines() {
        return call.lines();
    }

    private String said() {
        return call.said();
    }

    private int state(String name, String... more) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "checkpoint",
                                "state",
                                checkpoint.toString(),
                                "--uid",
                                "ledger",
                                "--name",
                                name));
        arguments.addAll(List.of(more));
        return millrace(arguments.toArray(new String[0]));
    }

    // ---- list

    @Test
    void listShowsAllJobsCheckpointsNewestFirst() throws Exception {
        assertThat(millrace("checkpoint", "list", folder.resolve("jobs").toString())).isZero();

        assertThat(lines().get(0).split(" +"))
                .containsExactly("id", "kind", "job", "size", "shared", "age", "standing", "path");
        assertThat(lines()).hasSize(3);
        assertThat(lines().get(1)).contains("checkpoint, full", "ledger later", "complete");
        assertThat(lines().get(2)).contains("ledger ").endsWith(checkpoint.toString());
    }

    @Test
    void listTellsWhatIsIncompleteAndWhatIsDamaged(@TempDir Path copies) throws Exception {
        copy(checkpoint, copies.resolve("job/chk-7"));
        Path manifest = copies.resolve("job/chk-7/_metadata");
        byte[] bytes = Files.readAllBytes(manifest);
        bytes[bytes.length / 2] ^= 1;
        Files.write(manifest, bytes);
        copy(checkpoint, copies.resolve("other/chk-1"));
        Files.delete(stateFiles(copies.resolve("other/chk-1")).get(0));
        Files.createDirectories(copies.resolve("job/chk-9"));

        assertThat(millrace("checkpoint", "list", copies.toString(), "--format", "csv")).isZero();

        String all = String.join("\n", lines());
        assertThat(all).containsPattern("damaged,.*checksum.*chk-7");
        assertThat(all).containsPattern("damaged,.*is missing.*other/chk-1");
        assertThat(all).containsPattern("incomplete,.*no manifest.*chk-9");
    }

    @Test
    void listOfADirectoryThatIsNotThereFails() {
        assertThat(millrace("checkpoint", "list", folder.resolve("nowhere").toString()))
                .isEqualTo(1);
        assertThat(said()).contains("There is no directory", "nowhere");
    }

    // ---- show

    @Test
    void showHasOperatorsAndStatesWithTypesEntriesAndBytes() {
        assertThat(millrace("checkpoint", "show", checkpoint.toString())).isZero();

        String all = String.join("\n", lines());
        assertThat(all)
                .contains("of job 'ledger'")
                .containsPattern(
                        "ledger +keeps the ledger +2 +128 +\\d+ +keyed +String +[0-9a-f]{32}")
                .containsPattern(
                        "ledger +account +value +40 +\\d+ +POJO program.Ledger\\$Account\\{")
                .containsPattern("ledger +visits +map +40 +\\d+ +Map<String, Long>")
                .containsPattern("ledger +\\S*event-time +timers +40 ")
                .containsPattern("owners +position +union-list +1 +\\d+ +Long");
    }

    @Test
    void showInJsonIsOneDocument() {
        assertThat(millrace("checkpoint", "show", "--format", "json", checkpoint.toString()))
                .isZero();

        assertThat(String.join("\n", lines()))
                .startsWith("{")
                .contains("\"job\": \"ledger\"", "\"uid\": \"ledger\"", "\"keyType\": \"String\"")
                .endsWith("}");
    }

    // ---- state

    @Test
    void stateHasThePartsOfAPojoInColumns() {
        assertThat(state("account", "--format", "csv")).isZero();

        assertThat(lines().get(0)).isEqualTo("key,balance,limit,opaque,owner,tags");
        assertThat(lines())
                .hasSize(OWNERS + 1)
                .contains("owner-3,3,100,,owner-3,\"[\"\"a\"\", \"\"b\\u0009c\"\"]\"")
                .contains("owner-4,4,,,owner-4,\"[\"\"a\"\", \"\"b\\u0009c\"\"]\"");
    }

    @Test
    void aTableEscapesWhatWouldMoveTheCursor() {
        assertThat(state("account", "--key", "owner-3")).isZero();

        assertThat(lines()).hasSize(2);
        assertThat(lines().get(1)).contains("owner-3", "[a, b\\tc]");
    }

    @Test
    void oneKeyIsFoundInWhicheverSubtaskItIs() {
        for (int i = 0; i < OWNERS; i++) {
            assertThat(state("account", "--key", "owner-" + i, "--format", "csv")).isZero();
            assertThat(lines()).hasSize(2);
        }
        assertThat(state("account", "--key", "nobody")).isEqualTo(1);
        assertThat(said()).contains("nothing of key 'nobody'");
    }

    @Test
    void mapsListsTimersAndOperatorStateHaveARowForEachValue() {
        assertThat(state("visits", "--format", "csv", "--key", "owner-5")).isZero();
        assertThat(lines())
                .containsExactlyInAnyOrder("key,map key,value", "owner-5,home,5", "owner-5,away,1");

        assertThat(state("log", "--format", "json", "--key", "owner-5")).isZero();
        assertThat(lines())
                .containsExactly("{\"key\": \"owner-5\", \"index\": 0, \"f0\": 5, \"f1\": \"in\"}");

        assertThat(
                        millrace(
                                "checkpoint",
                                "state",
                                checkpoint.toString(),
                                "--uid=owners",
                                "--name=position",
                                "--format=csv"))
                .isZero();
        assertThat(lines()).containsExactly("subtask,value", "0," + OWNERS);

        assertThat(state(timers(), "--format", "csv", "--key", "owner-5")).isZero();
        assertThat(lines()).containsExactly("key,time", "owner-5,1000005");
    }

    private String timers() {
        state("no such state");
        String all = said();
        int end = all.indexOf("' (timers)");
        // The last of the names that end so: there may be timers of processing time, too.
        return all.substring(all.lastIndexOf('\'', end - 1) + 1, end);
    }

    @Test
    void limitEndsAfterSoManyRows() {
        assertThat(state("visits", "--limit", "7", "--format", "csv")).isZero();
        assertThat(lines()).hasSize(8);

        assertThat(state("visits", "--limit", "-1")).isEqualTo(2);
    }

    @Test
    void anUnknownOperatorOrStateIsToldWithThoseThereAre() {
        assertThat(
                        millrace(
                                "checkpoint",
                                "state",
                                checkpoint.toString(),
                                "--uid",
                                "x",
                                "--name",
                                "y"))
                .isEqualTo(1);
        assertThat(said()).contains("no operator 'x'", "'ledger' (keeps the ledger)", "'owners'");

        assertThat(state("y")).isEqualTo(1);
        assertThat(said()).contains("no state 'y'", "'account' (value)", "'visits' (map)");
    }

    // ---- diff

    @Test
    void aCheckpointDoesNotDifferFromItself() {
        assertThat(millrace("checkpoint", "diff", checkpoint.toString(), checkpoint.toString()))
                .isZero();
        assertThat(said()).contains("no difference");
    }

    @Test
    void diffShowsWhatCameWhatWentAndWhatChanged() throws Exception {
        Path other = run("third", "ledger", OWNERS - 1, 1);

        assertThat(
                        millrace(
                                "checkpoint",
                                "diff",
                                checkpoint.toString(),
                                other.toString(),
                                "--format",
                                "csv"))
                .isEqualTo(1);

        assertThat(lines().get(0)).isEqualTo("operator,state,change,key,namespace,map key,old,new");
        assertThat(lines())
                .contains("ledger,visits,changed,owner-5,,home,5,6")
                .contains("ledger,visits,removed,owner-39,,home,39,")
                .contains("ledger,visits,removed,owner-39,,away,1,")
                .contains("owners,position,removed,,,,40,")
                .contains("owners,position,added,,,,,39")
                .noneMatch(line -> line.contains("visits,changed") && line.contains("away"));
        assertThat(lines().stream().filter(line -> line.contains(",account,changed,"))).hasSize(39);
        assertThat(said())
                .contains("state 'visits' of 'ledger': 0 added, 2 removed, 39 changed, 39 the same")
                .contains(
                        "state 'account' of 'ledger': 0 added, 1 removed, 39 changed, 0 the same");
    }

    // ---- layers

    @Test
    void stateInLayersReadsAsIfItWereWhole() throws Exception {
        Path checkpoints = folder.resolve("layers");
        Configuration settings = settings(checkpoints);
        settings.setString("execution.checkpointing.incremental", "true");
        settings.setString("millrace.checkpoints.incremental-from", "0 b");
        Ledger.run(settings, "ledger", OWNERS, 0);
        Path layers = newest(checkpoints);

        assertThat(millrace("checkpoint", "show", layers.toString())).isZero();
        assertThat(String.join("\n", lines()))
                .containsPattern("ledger .*keyed \\(layers\\) +String")
                .containsPattern("ledger +account +value +40 +\\d+ +POJO");
        assertThat(millrace("checkpoint", "diff", checkpoint.toString(), layers.toString()))
                .isZero();
        assertThat(said()).contains("no difference");
        assertThat(millrace("checkpoint", "verify", layers.toString())).isZero();
    }

    // ---- verify

    @Test
    void verifyReadsAllFilesOfAnIntactOne() {
        assertThat(millrace("checkpoint", "verify", checkpoint.toString())).isZero();
        assertThat(lines()).singleElement().asString().startsWith("intact: ");
    }

    @Test
    void verifyNamesEachFileThatIsDamagedMissingSwappedOrForeign(@TempDir Path copies)
            throws Exception {
        Path copy = copy(checkpoint, copies.resolve("chk-1"));
        List<Path> files = stateFiles(copy);
        assertThat(files).hasSizeGreaterThanOrEqualTo(3);
        byte[] bytes = Files.readAllBytes(files.get(0));
        bytes[bytes.length / 2] ^= 4;
        Files.write(files.get(0), bytes);
        Files.delete(files.get(1));
        Files.writeString(files.get(2), "a text of somebody's that lies here by mistake");
        Files.writeString(copy.resolve("notes.txt"), "not part of it");

        assertThat(millrace("checkpoint", "verify", copy.toString())).isEqualTo(1);

        String all = String.join("\n", lines());
        assertThat(all)
                .containsPattern("BIT FLIPPED .*" + files.get(0).getFileName())
                .containsPattern("MISSING .*" + files.get(1).getFileName())
                .containsPattern("FOREIGN .*" + files.get(2).getFileName())
                .contains("not part of it: notes.txt")
                .contains("3 damaged or missing of ")
                .contains("(operator 'ledger' (keeps the ledger), subtask ");
    }

    @Test
    void verifyTellsATruncatedFileAndAnotherCheckpointsFile(@TempDir Path copies) throws Exception {
        Path copy = copy(checkpoint, copies.resolve("chk-1"));
        List<Path> files = stateFiles(copy);
        byte[] first = Files.readAllBytes(files.get(0));
        Files.write(files.get(0), java.util.Arrays.copyOf(first, first.length - 20));
        Files.copy(
                stateFiles(later).stream()
                        .filter(file -> file.getFileName().equals(files.get(1).getFileName()))
                        .findFirst()
                        .orElseThrow(),
                files.get(1),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);

        assertThat(millrace("checkpoint", "verify", "--format", "json", copy.toString()))
                .isEqualTo(1);

        assertThat(String.join("\n", lines()))
                .contains(
                        "\"intact\": false", "\"kind\": \"truncated\"", "\"kind\": \"misplaced\"");
    }

    @Test
    void verifyOfADamagedManifestSaysSo(@TempDir Path copies) throws Exception {
        Path copy = copy(checkpoint, copies.resolve("chk-1"));
        byte[] bytes = Files.readAllBytes(copy.resolve("_metadata"));
        bytes[bytes.length - 30] ^= 1;
        Files.write(copy.resolve("_metadata"), bytes);

        assertThat(millrace("checkpoint", "verify", copy.toString())).isEqualTo(1);
        assertThat(lines().get(0)).contains("_metadata");
    }

    // ---- check

    private int check(String... arguments) throws IOException {
        Path jar = folder.resolve("ledger.jar");
        if (!Files.exists(jar)) {
            Jars.of(jar, Ledger.class, Ledger.class.getName());
        }
        List<String> all = new ArrayList<>(List.of("checkpoint", "check"));
        if (arguments.length > 0 && arguments[0].equals("-n")) {
            all.add("-n");
        }
        all.addAll(List.of(checkpoint.toString(), jar.toString()));
        Stream.of(arguments).filter(argument -> !argument.equals("-n")).forEach(all::add);
        return millrace(all.toArray(new String[0]));
    }

    @Test
    void checkFindsThatTheSameProgramFitsAndStartsNothing() throws Exception {
        assertThat(check()).isZero();

        assertThat(String.join("\n", lines()))
                .containsPattern("owners +\\S.* +matched +position +union-list")
                .containsPattern("ledger +keeps the ledger +matched +account +value ");
        assertThat(said()).contains("job 'ledger' could begin from it");
    }

    @Test
    void checkRefusesAnotherCheckpointThanTheOneItIsGiven() {
        String given = checkpoint.toString();
        assertThat(millrace("checkpoint", "check", "-s", "latest", given, "ledger.jar"))
                .isEqualTo(2);
        assertThat(said()).contains("leave -s out");
    }

    @Test
    void checkNamesOperatorsThatAreNewAndThoseWhoseStateWouldBeLost() throws Exception {
        assertThat(check("other-uid")).isEqualTo(1);
        assertThat(String.join("\n", lines()))
                .containsPattern("book +keeps the ledger +new")
                .containsPattern("ledger +keeps the ledger +dropped .*no operator with this uid")
                .containsPattern("ledger +keeps the ledger +dropped +account ");
        assertThat(said()).contains("could not begin from it");

        assertThat(check("-n", "other-uid")).isZero();
    }

    @Test
    void checkNamesKeysOfAnotherType() throws Exception {
        assertThat(check("other-key")).isEqualTo(1);
        assertThat(String.join("\n", lines()))
                .containsPattern("ledger +\\S+ +incompatible .*its keys were of type String");
    }

    // ---- rescale

    @Test
    void rescaleWritesANewOneWithTheSameEntries() throws Exception {
        Path target = folder.resolve("rescaled");
        assertThat(
                        millrace(
                                "checkpoint",
                                "rescale",
                                checkpoint.toString(),
                                "--max-parallelism",
                                "64",
                                target.toString()))
                .isZero();
        assertThat(lines()).hasSize(1);
        String rescaled = lines().get(0);

        assertThat(millrace("checkpoint", "diff", checkpoint.toString(), rescaled)).isEqualTo(1);
        assertThat(lines()).singleElement().asString().startsWith("operator ");
        assertThat(said()).contains("has max parallelism 64 instead of 128");

        assertThat(millrace("savepoint", "--dispose", rescaled)).isZero();
        assertThat(target.resolve("_metadata")).doesNotExist();
        assertThat(millrace("savepoint", "--dispose", rescaled)).isEqualTo(1);
    }

    // ---- usage

    @Test
    void aCommandThatIsMissingOrUnknownIsWrongUsage() {
        assertThat(millrace("checkpoint")).isEqualTo(2);
        assertThat(said()).contains("a command is missing: ", "list, show, state, diff, verify");
        assertThat(millrace("checkpoint", "list")).isEqualTo(2);
        assertThat(millrace("checkpoint", "list", "x", "--format", "xml")).isEqualTo(2);
    }

    private static List<Path> stateFiles(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> !file.endsWith("_metadata")).sorted().toList();
        }
    }

    private static Path copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName().toString()));
            }
        }
        return to;
    }
}
