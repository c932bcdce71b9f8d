// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.flinkjars;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tests.cases.flinkjars.Flinks.Ended;
import io.millrace.tests.kafka.KafkaBroker;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nothing of Flink is on the class path of the launcher here: each runs in a process of its own.
 */
@Timeout(240)
class FlinkJarsTest {

    private static final String CLICKS =
            "anna /home 1000\nbert /home 2000\nnonsense\nanna /shop 4000\ncarl /home 11000\nbert /shop 12000\n"
                    + "anna /shop 13500\ncarl /home 12500\nand more nonsense here\nanna /home 31000\n";

    @TempDir static Path folder;

    private static Path flink1() throws Exception {
        return Flinks.jar(
                folder,
                "flink1",
                Flinks.FLINK_1,
                "org/apache/flink/training/clicks/clicks.txt",
                CLICKS,
                "META-INF/services/org.apache.flink.api.common.functions.MapFunction",
                "org.apache.flink.training.clicks.ClickCounts$Shout\n");
    }

    @DisplayName("Programs give what they give on Flink: windows, side outputs, timers, joins")
    @Test
    void asOnFlink() throws Exception {
        Path jar = flink1();
        String flink = jar + File.pathSeparator + String.join(File.pathSeparator, Flinks.FLINK_1);
        List<List<String>> programs =
                List.of(
                        List.of("org.apache.flink.training.clicks.ClickCounts", "--window", "10"),
                        List.of("com.acme.Meters"));

        for (List<String> program : programs) {
            Ended there = Flinks.java(flink, program);
            List<Object> arguments = new ArrayList<>(List.of("-c", program.get(0), jar));
            arguments.addAll(program.subList(1, program.size()));
            Ended here = Flinks.millrace(arguments.toArray());

            assertThat(there.code()).as(there.errors()).isZero();
            assertThat(here.code()).as(here.errors()).isZero();
            assertThat(there.lines()).isNotEmpty();
            assertThat(here.sorted()).as(program.get(0)).isEqualTo(there.sorted());
        }
    }

    @DisplayName("Programs of Flink 2 run: classes that it has moved, sinks of its one kind")
    @Test
    void programsOfFlinkTwo() throws Exception {
        Path jar = Flinks.jar(folder, "flink2", Flinks.FLINK_2);

        Ended legacy = Flinks.millrace("-c", "com.acme.two.Legacy", jar);
        assertThat(legacy.code()).as(legacy.errors()).isZero();
        assertThat(legacy.sorted())
                .containsExactly("number 17 at 7", "number 18 at 8", "number 19 at 9");

        Ended parameters = Flinks.millrace("-c", "com.acme.two.Parameters", jar, "--factor", "5");
        assertThat(parameters.code()).as(parameters.errors()).isZero();
        assertThat(parameters.lines()).containsExactly("times 5", "times 10", "times 15");
    }

    @DisplayName("Flink's connector for JDBC reads and writes tables")
    @Test
    void jdbc() throws Exception {
        Path jar = connectors();
        String connector = Flinks.copied("flink-connector-jdbc-core");

        Ended without = Flinks.millrace("-c", "com.acme.connectors.Rows", jar);
        assertThat(without.code()).isEqualTo(2);
        assertThat(without.lines()).isEmpty();
        assertThat(without.errors())
                .contains(
                        "org.apache.flink.connector.jdbc.core.datastream.source.JdbcSource\n"
                                + "    from com.acme.connectors.Rows.main(Rows.java:",
                        "flink-connector-jdbc-core",
                        "--classpath");

        Ended rows =
                Flinks.millrace(
                        "--classpath",
                        connector + File.pathSeparator + Flinks.copied("h2"),
                        "-c",
                        "com.acme.connectors.Rows",
                        jar);
        assertThat(rows.code()).as(rows.errors()).isZero();
        assertThat(rows.lines()).containsExactly("rows 100 4950 n9n9");
    }

    @DisplayName(
            "Flink's connector for Kafka writes exactly once, and reads; Millrace's checks a Flink jar, too")
    @Test
    void kafka() throws Exception {
        KafkaBroker broker = KafkaBroker.startNew();
        try {
            Ended letters =
                    Flinks.millrace(
                            "--classpath",
                            String.join(File.pathSeparator, Flinks.KAFKA),
                            "-c",
                            "com.acme.connectors.Letters",
                            connectors(),
                            broker.servers());
            assertThat(letters.code()).as(letters.errors()).isZero();
            assertThat(letters.lines()).containsExactly("5050");

            List<String> ours = new ArrayList<>(Flinks.KAFKA);
            ours.removeIf(jar -> jar.contains("flink-connector-kafka"));
            ours.addAll(0, Flinks.ofTests("millrace-connector-kafka", "millrace-connector-base"));
            Ended lost =
                    Flinks.millrace(
                            "--classpath",
                            String.join(File.pathSeparator, ours),
                            "-c",
                            "com.acme.connectors.Lost",
                            connectors(),
                            broker.servers());
            assertThat(lost.code()).isNotZero();
            assertThat(lost.errors())
                    .as("the check of Millrace's own connector")
                    .contains("there is no topic 'nobody-made-it' at " + broker.servers());
        } finally {
            broker.stop();
        }
    }

    private static Path connectors() throws Exception {
        List<String> classPath = new ArrayList<>(Flinks.FLINK_1);
        classPath.addAll(Flinks.KAFKA);
        classPath.add(Flinks.copied("flink-connector-jdbc-core"));
        return Flinks.jar(folder, "connectors", classPath);
    }

    @DisplayName("JUnit's console launcher runs tests that stand on Flink's kit, of JUnit 4 and 5")
    @Test
    void tests() throws Exception {
        String console = Flinks.copied("junit-platform-console-standalone");
        List<String> classPath = new ArrayList<>(Flinks.FLINK_1);
        classPath.addAll(Flinks.ofTests("flink-test-utils", "-tests.jar"));
        classPath.add(console);
        Path jar = Flinks.jar(folder, "junit", classPath);
        List<String> given = new ArrayList<>(List.of(jar.toString()));
        given.addAll(Flinks.ofTests("millrace-testing"));

        Ended all =
                Flinks.millrace(
                        "--classpath",
                        String.join(File.pathSeparator, given),
                        console,
                        "execute",
                        "--scan-classpath",
                        jar,
                        "--disable-ansi-colors");
        assertThat(all.code()).as(all + all.errors()).isZero();
        assertThat(String.join("\n", all.lines()))
                .contains("3 tests successful", "0 tests failed")
                .contains("DoorsJUnit4Test", "DoorsJUnit5Test");

        for (String name :
                List.of(
                        "org.apache.flink.training.doors.DoorsJUnit4Test",
                        "io.millrace.training.doors.DoorsJUnit4Test")) {
            Ended one =
                    Flinks.millrace(
                            "--classpath",
                            String.join(File.pathSeparator, given),
                            console,
                            "execute",
                            "--select-class",
                            name);
            assertThat(one.code()).as(one + one.errors()).isZero();
            assertThat(String.join("\n", one.lines())).contains("2 tests successful");
        }
    }
}
