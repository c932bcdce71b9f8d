// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileSystem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import program.Programs;

/** Exit codes and messages, in this JVM. */
class MainTest {

    @TempDir Path folder;

    private final Map<String, String> variables = new HashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private PrintStream systemOut;

    @BeforeEach
    void catchWhatProgramsPrint() {
        systemOut = System.out;
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void giveBack() {
        System.setOut(systemOut);
        FileSystem.initialize(new Configuration());
    }

    @Test
    void aFinishedJobEndsWithZeroAndItsArgumentsAreItsOwn() throws IOException {
        int code = run("run", "-p", "3", jar(Programs.Finishing.class), "-p", "@x", "--", "--help");

        assertThat(err()).isEmpty();
        assertThat(code).isZero();
        assertThat(out())
                .contains("arguments [-p, @x, --, --help]")
                .contains("parallelism 3")
                .contains("loader user");
    }

    @Test
    void parallelismIsOneUnlessSomebodySaysOtherwise() throws IOException {
        assertThat(run("run", jar(Programs.Finishing.class))).isZero();

        assertThat(out()).contains("parallelism 1");
    }

    @Test
    void aFailedJobEndsWithOneAndShowsTheUsersCode() throws IOException {
        int code = run("run", jar(Programs.Failing.class));

        assertThat(code).isEqualTo(1);
        assertThat(err())
                .contains("Job 'failing'")
                .contains("uid 'wheel'")
                .contains("because: java.lang.IllegalStateException: there is no water")
                .containsPattern("at program\\.Programs\\$Failing\\..*\\(Programs\\.java:\\d+\\)")
                .doesNotContain("at io.millrace.engine");
    }

    @Test
    void allStackTracesAreShownWhenAskedFor() throws IOException {
        run("run", "--stacktrace", jar(Programs.Failing.class));

        assertThat(err()).contains("at io.millrace.engine");
    }

    @Test
    void aProgramThatThrowsEndsWithOne() throws IOException {
        assertThat(run("run", jar(Programs.Throwing.class))).isEqualTo(1);

        assertThat(err())
                .startsWith("millrace: the program failed before it ended: ")
                .contains("the miller is ill")
                .contains("at program.Programs$Throwing.main(");
    }

    @Test
    void aRefusedJobEndsWithOneAndAParagraph() throws IOException {
        assertThat(run("run", jar(Programs.Twins.class))).isEqualTo(1);

        assertThat(err())
                .startsWith("millrace: the job was not started: ")
                .contains("twin")
                .contains("at program.Programs$Twins.main(")
                .doesNotContain("at io.millrace");
    }

    @Test
    void aRestorePathWithoutManifestRefusesTheJob() throws IOException {
        String path = folder.resolve("chk-7").toString();

        assertThat(run("run", "-s", path, jar(Programs.Finishing.class))).isEqualTo(1);

        assertThat(err()).startsWith("millrace: the job was not started: ").contains("chk-7");
    }

    @Test
    void anUnknownCommandIsNamedWithThoseThereAre() {
        assertThat(run("rum", "word-count.jar")).isEqualTo(2);

        assertThat(err())
                .contains(
                        "there is no command 'rum'; there are run, config, demo, migrate, export, checkpoint, list, savepoint, stop and cancel")
                .contains("--help");
    }

    @Test
    void latestWithoutADirectoryIsAMistakeInTheSettings() throws IOException {
        assertThat(run("run", "-s", "latest", jar(Programs.Finishing.class))).isEqualTo(2);

        assertThat(err()).contains("latest").contains("execution.checkpointing.dir");
    }

    @Test
    void aJobCancelledByItsProgramEndsWithThree() throws IOException {
        assertThat(run("run", jar(Programs.Cancelling.class))).isEqualTo(3);

        assertThat(err()).contains("'cancelling'").contains("cancelled");
    }

    @Test
    void aJobLeftRunningIsWaitedFor() throws IOException {
        assertThat(run("run", jar(Programs.Leaving.class))).isEqualTo(1);

        assertThat(err()).contains("'leaving'").contains("java.lang.ArithmeticException");
    }

    @Test
    void settingsForAProgramThatDoesNotAskForThemAreNotSilentlyLost() throws IOException {
        assertThat(run("run", "-p", "2", jar(Programs.Stubborn.class))).isZero();

        assertThat(err()).contains("warning").contains("getExecutionEnvironment()");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "foo | KEY=VALUE",
                "execution.checkpointing.intervall=3 s | did you mean"
                        + " 'execution.checkpointing.interval'?",
                "nonsense=1 | there is no such setting",
                "execution.checkpointing.interval=3 parsecs | parsecs",
                "parallelism.default=many | many",
                "parallelism.default=0 | 0",
                "execution.checkpointing.timeout=0 | execution.checkpointing.timeout",
                "execution.checkpointing.file-merging.enabled=true | not supported",
                "state.backend.type=rocksdb | opt/rocksdb",
                "state.backend.rocksdb.metrics.block-cache-usage=maybe | block-cache-usage",
                "execution.checkpointing.storage=filesystem | execution.checkpointing.dir",
                "pipeline.force-avro=true | Avro",
                "pipeline.registered-kryo-types=no.such.Thing | no.such.Thing",
                "execution.job-listeners=no.such.Listener | no.such.Listener",
                "metrics.reporters=prom | metrics.reporters",
                "metrics.latency.interval=1000 | latency",
                "fs.overwrite-files=true | FileSink",
                "fs.default-scheme=:no address | no address",
                "classloader.resolve-order=sideways | parent-first"
            })
    void aWrongSettingIsAMistakeOfUsage(String setting, String said) throws IOException {
        assertThat(run("run", "-D", setting, jar(Programs.Finishing.class))).isEqualTo(2);

        assertThat(err()).contains(said).doesNotContain("at io.millrace");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "restart-strategy.fixed-delay.attempts | -1 | 0 or more",
                "restart-strategy.failure-rate.max-failures-per-interval | 0 | 1 or more",
                "restart-strategy.failure-rate.failure-rate-interval | 0 s | 1 ms or more",
                "restart-strategy.exponential-delay.backoff-multiplier | 1.0 | more than 1",
                "restart-strategy.exponential-delay.jitter-factor | 2.0 | 0 to 1",
                "restart-strategy.exponential-delay.initial-backoff | 1 d | max-backoff",
                "restart-strategy.exponential-delay.max-backoff | 0 s | 1 ms or more",
                "task.cancellation.interval | 0 s | 1 ms or more",
                "parallelism.default | 0 | 1 or more",
                "parallelism.default | -2 | 1 or more",
                "pipeline.max-parallelism | 99999 | 1 to 32768",
                "sink.committer.retries | -1 | 0 or more",
                "execution.checkpointing.interval | 0 s | 1 ms or more",
                "execution.checkpointing.timeout | 0 s | 1 ms or more",
                "execution.checkpointing.max-concurrent-checkpoints | 0 | 1 or more",
                "execution.checkpointing.tolerable-failed-checkpoints | -1 | 0 or more"
            })
    void aSettingOutOfRangeSaysKeyValuePlaceAndWhatIsAccepted(
            String key, String value, String accepted) throws IOException {
        List<String> line = new ArrayList<>(List.of("run", "-D", key + "=" + value));
        if (key.startsWith("restart-strategy.")) {
            line.add("-D");
            line.add("restart-strategy.type=" + key.split("\\.", -1)[1]);
        }
        line.add(jar(Programs.Finishing.class));

        assertThat(run(line.toArray(new String[0]))).isEqualTo(2);

        assertThat(err())
                .contains("'" + key + "' has the value '", "Accepted is", accepted)
                .contains("  '" + key + "' was set by -D " + key + "=" + value)
                .doesNotContain("at io.millrace");
    }

    @Test
    void aSettingOutOfRangeSaysInWhichLineItStands() throws IOException {
        Path conf = Files.createDirectory(folder.resolve("conf"));
        Files.writeString(
                conf.resolve("millrace.yaml"), "# a comment\ntask.cancellation.interval: 0 s\n");
        variables.put("MILLRACE_CONF_DIR", conf.toString());

        assertThat(run("run", jar(Programs.Finishing.class))).isEqualTo(2);

        assertThat(err())
                .contains(
                        "'task.cancellation.interval' was set by "
                                + conf.resolve("millrace.yaml")
                                + ", line 2");
    }

    @Test
    void whatTheProgramHasSetIsNotBlamedOnTheCommandLine() throws IOException {
        String setting = "execution.checkpointing.file-merging.enabled=false";

        assertThat(run("run", "-D", setting, jar(Programs.Insisting.class))).isEqualTo(2);

        assertThat(err())
                .contains("'execution.checkpointing.file-merging.enabled' was set by the program")
                .doesNotContain("-D");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-p 100000 | '-p 100000'",
                "-D execution.checkpointing.dir=s3://b/x | No file system serves the scheme 's3'"
            })
    void aJobRefusedForASettingIsAMistakeOfUsage(String options, String said) throws IOException {
        List<String> line = new ArrayList<>(List.of("run"));
        line.addAll(List.of(options.split(" ", -1)));
        line.add(jar(Programs.Finishing.class));

        assertThat(run(line.toArray(new String[0]))).isEqualTo(2);

        assertThat(err()).contains(said.replace("'-p", "-p").replace("000'", "000"));
        assertThat(err()).contains("was set by");
    }

    @Test
    void aJobPastTheLauncherSaysSoAlthoughTheLaunchersEnvironmentWasAskedFor() throws IOException {
        assertThat(run("run", "-p", "2", jar(Programs.Doubting.class))).isZero();

        assertThat(err()).containsOnlyOnce("warning").contains("job 'doubting'");
    }

    @Test
    void jarsInTheFolderLibOfTheJarAreLoaded() throws IOException {
        Path jar = Jars.of(folder.resolve("whole.jar"), Programs.Finding.class);
        Jars.addLibrary(jar, "lib/deep.jar", "inside.txt", "found in the deep");

        assertThat(run("run", jar.toString())).isZero();

        assertThat(out()).contains("found in the deep");
        assertThat(err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "taskmanager.numberOfTaskSlots=4",
        "pipeline.global-job-parameters.colour=blue",
        "restart-strategy=none",
        "pipeline.time-characteristic=EventTime",
        "metrics.scope.jm=mill",
        "metrics.latency.interval=0",
        "classloader.check-leaked-classloader=false"
    })
    void aKeyThatFlinkKnowsIsNoMistake(String setting) throws IOException {
        assertThat(run("run", "-D", setting, jar(Programs.Finishing.class))).isZero();
    }

    @Test
    void aPathWithoutASchemeMeansWhatTheSettingsSay() throws IOException {
        String jar = jar(Programs.Finishing.class);

        assertThat(run("run", "-D", "fs.default-scheme=cold-store://shelf/", jar)).isZero();
        assertThat(out()).contains("default file system cold-store://shelf/");
        assertThat(run("run", jar)).isZero();
        assertThat(out()).contains("default file system file:///");
    }

    @Test
    void classesOfTheLauncherMayComeFirst() throws IOException {
        String jar = jar(Programs.Finishing.class);

        assertThat(run("run", "-D", "classloader.resolve-order=parent-first", jar)).isZero();

        assertThat(out()).contains("loader app");
    }

    @Test
    void aJarThatCannotBeRunIsAMistakeOfUsage() throws IOException {
        Path text = Files.writeString(folder.resolve("text.jar"), "no jar");

        assertThat(run("run", folder.resolve("missing.jar").toString())).isEqualTo(2);
        assertThat(run("run", folder.toString())).isEqualTo(2);
        assertThat(run("run", text.toString())).isEqualTo(2);
        assertThat(run("run", jar(null))).isEqualTo(2);
        assertThat(run("run", "-c", "no.such.Thing", jar(null))).isEqualTo(2);
        assertThat(run("run", jar(Programs.Mainless.class))).isEqualTo(2);
        assertThat(err().lines())
                .satisfiesExactly(
                        line -> assertThat(line).contains("There is no jar"),
                        line -> assertThat(line).contains("is a directory"),
                        line -> assertThat(line).contains("is no jar"),
                        line -> assertThat(line).contains("names no Main-Class").contains("-c"),
                        line -> assertThat(line).contains("There is no class no.such.Thing"),
                        line -> assertThat(line).contains("has no method"));
    }

    @Test
    void theClassMayBeNamed() throws IOException {
        assertThat(run("run", "-c", Programs.Finishing.class.getName(), jar(null))).isZero();
    }

    @Test
    void theProgramWinsByWhicheverKey() throws IOException {
        Path conf = Files.createDirectory(folder.resolve("conf"));
        Files.writeString(
                conf.resolve("millrace.yaml"), "execution.checkpointing.num-retained: 3\n");
        variables.put("MILLRACE_CONF_DIR", conf.toString());

        assertThat(
                        run(
                                "run",
                                "-D",
                                "execution.buffer-timeout.interval=4 ms",
                                jar(Programs.OldFashioned.class)))
                .isZero();

        assertThat(out()).contains("retained 7, buffers wait 8");
    }

    @Test
    void theFileOfSettingsCountsAndTheCommandLineWins() throws IOException {
        Path conf = Files.createDirectory(folder.resolve("conf"));
        Files.writeString(conf.resolve("millrace.yaml"), "parallelism:\n  default: 4\n");
        variables.put("MILLRACE_CONF_DIR", conf.toString());

        assertThat(run("run", jar(Programs.Finishing.class))).isZero();
        assertThat(out()).contains("parallelism 4");

        assertThat(run("run", "-D", "parallelism.default=5", jar(Programs.Finishing.class)))
                .isZero();
        assertThat(out()).contains("parallelism 5");
    }

    @Test
    void aMisspeltSettingOfAStoreIsToldAsSoonAsItsModuleIsKnown() throws IOException {
        String jar = jar(Programs.Finishing.class);
        Path services = Files.createDirectories(folder.resolve("store/META-INF/services"));
        Files.writeString(
                services.resolve("io.millrace.core.fs.FileSystemFactory"), "program.TellingStore");
        String store = services.getParent().getParent().toString();
        Path file = settings("parallelism.default: 1\ns3.endpont: http://x\n");

        assertThat(run("run", jar)).isZero();
        assertThat(err()).as("a module that is not here may know it").isEmpty();

        assertThat(run("run", "--classpath", store, jar)).isZero();
        assertThat(err())
                .containsOnlyOnce("warning")
                .contains(
                        "warning: "
                                + file
                                + ", line 2: there is no setting 's3.endpont'; did you mean"
                                + " 's3.endpoint'?");

        settings("s3.endpoint: http://x\n");
        assertThat(run("run", "--classpath", store, "-D", "s3.endpont=y", jar)).isEqualTo(2);
        assertThat(err()).contains("there is no such setting; did you mean 's3.endpoint'?");
    }

    @Test
    void aSettingThatAStoreRefusesIsToldWithItsPlace() throws IOException {
        String jar = jar(Programs.Opening.class);
        Path services = Files.createDirectories(folder.resolve("store/META-INF/services"));
        Files.writeString(
                services.resolve("io.millrace.core.fs.FileSystemFactory"), "program.TellingStore");
        Path file = settings("\ns3.endpont: http://x\n");

        String store = services.getParent().getParent().toString();
        assertThat(run("run", "--classpath", store, jar, "s3://b/x")).isEqualTo(1);

        assertThat(err())
                .contains("The setting s3.endpont is not known.")
                .contains("'s3.endpont' was set by " + file + ", line 2");
    }

    private Path settings(String text) throws IOException {
        Path conf = Files.createDirectories(folder.resolve("conf"));
        variables.put("MILLRACE_CONF_DIR", conf.toString());
        return Files.writeString(conf.resolve("millrace.yaml"), text);
    }

    @ParameterizedTest
    @CsvSource({
        "s3://b/x, opt/s3/*, millrace-filesystem-s3",
        "viewfs://n/x, opt/hadoop/*, millrace-filesystem-hadoop"
    })
    void aStoreWhoseModuleIsNotHereIsToldWithWhatToDo(String path, String given, String artifact)
            throws IOException {
        assertThat(run("run", jar(Programs.Opening.class), path)).isEqualTo(1);

        assertThat(err())
                .contains(
                        "No file system serves the scheme",
                        "--classpath '" + given + "' before the jar",
                        "the dependency io.millrace:" + artifact);
    }

    @ParameterizedTest
    @CsvSource({
        "io/millrace/connector/kafka/source/KafkaSource, opt/kafka/*, millrace-connector-kafka",
        "io/millrace/streaming/connectors/rabbitmq/RMQSink, opt/rabbitmq/*, millrace-connector-rabbitmq",
        "io/millrace/contrib/streaming/state/EmbeddedRocksDBStateBackend, opt/rocksdb/*, millrace-rocksdb"
    })
    void aClassOfAModuleThatIsNotHereIsToldWithWhatToDo(String name, String given, String artifact)
            throws IOException {
        assertThat(run("run", jar(Programs.Lacking.class), name)).isEqualTo(1);

        assertThat(err())
                .contains(
                        "--classpath '" + given + "' before the jar",
                        "the dependency io.millrace:" + artifact);
    }

    @Test
    void ofAClassOfNoModuleNothingIsGuessed() throws IOException {
        assertThat(run("run", jar(Programs.Lacking.class), "com/example/Mine")).isEqualTo(1);

        assertThat(err()).contains("com/example/Mine").doesNotContain("--classpath");
    }

    @ParameterizedTest
    @CsvSource({
        "''",
        "frob",
        "run",
        "run -p 0 x.jar",
        "run -p two x.jar",
        "run --frob x.jar",
        "run -s",
        "demo --kills -1",
        "demo --kills x",
        "demo --parallelism 0",
        "demo --input /no/such/file",
        "demo --input /",
        "demo extra"
    })
    void aWrongCommandLineEndsWithTwoAndOneMessage(String line) {
        assertThat(run(line.isEmpty() ? new String[0] : line.split(" ", -1))).isEqualTo(2);

        assertThat(err()).startsWith("millrace: ");
        assertThat(err().lines().count()).isLessThanOrEqualTo(2);
    }

    @Test
    void helpAndVersionAreNoMistakes() {
        assertThat(run("--help")).isZero();
        assertThat(run("run", "--help")).isZero();
        assertThat(run("demo", "--help")).isZero();
        assertThat(run("--version")).isZero();
        assertThat(out())
                .contains("143")
                .contains("--allow-non-restored-state")
                .contains("--kills");
        assertThat(err()).isEmpty();
    }

    private String jar(Class<?> mainClass) throws IOException {
        return Jars.of(folder.resolve("program.jar"), mainClass).toString();
    }

    private int run(String... args) {
        return Main.run(
                args,
                new Surroundings(
                        variables, System.out, new PrintStream(err, true, StandardCharsets.UTF_8)));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
