// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.utils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.util.InstantiationUtil;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParameterToolTest {

    @TempDir Path folder;

    private static ParameterTool of(String... args) {
        return ParameterTool.fromArgs(args);
    }

    @Test
    void keysMayHaveOneDashOrTwoAndMayStandAlone() {
        ParameterTool tool = of("--input", "a b", "-n", "3", "--verbose", "--out", "", "--last");

        assertThat(tool.toMap())
                .containsOnly(
                        Map.entry("input", "a b"),
                        Map.entry("n", "3"),
                        Map.entry("verbose", "__NO_VALUE_KEY"),
                        Map.entry("out", ""),
                        Map.entry("last", "__NO_VALUE_KEY"));
        assertThat(tool.getNumberOfParameters()).isEqualTo(5);
        assertThat(tool.has("verbose")).isTrue();
        assertThat(tool.has("quiet")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"-1", "-1.5", "-1e3", "-.5", "-0x1F", "-12L", "-3."})
    void aNegativeNumberIsAValue(String number) {
        assertThat(of("--delta", number, "--x", "y").get("delta")).isEqualTo(number);
    }

    @Test
    void whatBeginsWithADashAndIsNoNumberIsTheNextKey() {
        assertThat(of("--delta", "-minus", "--x", "-1a").toMap())
                .containsOnlyKeys("delta", "minus", "x", "1a");
    }

    @Test
    void theLastOfSeveralValuesCounts() {
        assertThat(of("--a", "1", "-a", "2").getInt("a")).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"input, input", "--a 1 2, 2", "--, --", "-, -", "--a -- b, --"})
    void whatIsNoKeyIsRefusedAndNamed(String line, String named) {
        assertThatThrownBy(() -> of(line.split(" ")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + named + "'")
                .hasMessageContaining(line);
    }

    @Test
    void valuesAreReadByTypeAndDefaultsHoldWhereNothingIsGiven() {
        ParameterTool tool =
                of("--i", "-7", "--l", "8589934592", "--d", "1e3", "--yes", "TRUE", "--no", "x");

        assertThat(tool.getInt("i")).isEqualTo(-7);
        assertThat(tool.getShort("i")).isEqualTo((short) -7);
        assertThat(tool.getByte("i")).isEqualTo((byte) -7);
        assertThat(tool.getLong("l")).isEqualTo(1L << 33);
        assertThat(tool.getDouble("d")).isEqualTo(1000.0);
        assertThat(tool.getFloat("d")).isEqualTo(1000f);
        assertThat(tool.getBoolean("yes")).isTrue();
        assertThat(tool.getBoolean("no")).isFalse();
        assertThat(tool.getInt("none", 5)).isEqualTo(5);
        assertThat(tool.getLong("none", 6L)).isEqualTo(6);
        assertThat(tool.getDouble("none", 0.5)).isEqualTo(0.5);
        assertThat(tool.getFloat("none", 0.5f)).isEqualTo(0.5f);
        assertThat(tool.getShort("none", (short) 7)).isEqualTo((short) 7);
        assertThat(tool.getByte("none", (byte) 8)).isEqualTo((byte) 8);
        assertThat(tool.getBoolean("none", true)).isTrue();
        assertThat(tool.get("none", "usual")).isEqualTo("usual");
        assertThat(tool.get("none")).isNull();
    }

    @Test
    void aValueOfAnotherTypeIsRefusedByKey() {
        ParameterTool tool = of("--many", "lots", "--alone");

        assertThatThrownBy(() -> tool.getInt("many"))
                .isInstanceOf(NumberFormatException.class)
                .hasMessageContainingAll("'many'", "whole number", "'lots'");
        assertThatThrownBy(() -> tool.getLong("many", 3))
                .isInstanceOf(NumberFormatException.class)
                .hasMessageContaining("'lots'");
        assertThatThrownBy(() -> tool.getInt("alone"))
                .isInstanceOf(NumberFormatException.class)
                .hasMessageContaining("without a value");
    }

    @Test
    void whatIsRequiredAndMissingIsRefusedByKey() {
        assertThatThrownBy(() -> of().getRequired("input"))
                .isInstanceOf(RuntimeException.class)
                .hasMessageContaining("'input'");
        assertThatThrownBy(() -> of().getBoolean("input")).hasMessageContaining("'input'");
    }

    @Test
    void whatNobodyAskedForIsTold() {
        ParameterTool tool = of("--a", "1", "--b", "2", "--c", "3");
        tool.get("a");
        tool.has("b");

        assertThat(tool.getUnrequestedParameters()).containsExactly("c");
        assertThatThrownBy(() -> tool.getUnrequestedParameters().clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void ofTwoMergedTheOtherCountsAndWhatOneWasAskedForIsAskedFor() {
        ParameterTool left = of("--a", "1", "--b", "2");
        ParameterTool right = of("--b", "3", "--c", "4");
        left.get("a");

        ParameterTool both = left.mergeWith(right);

        assertThat(both.getUnrequestedParameters()).containsExactlyInAnyOrder("b", "c");
        assertThat(both.toMap())
                .containsOnly(Map.entry("a", "1"), Map.entry("b", "3"), Map.entry("c", "4"));
        assertThat(left.toMap()).hasSize(2);
    }

    @Test
    void propertiesComeFromAFileAStreamAMapAndTheJvm() throws IOException {
        Path file = Files.writeString(folder.resolve("my.properties"), "a=1\nb = two words\n");

        Map<String, String> expected = Map.of("a", "1", "b", "two words");
        assertThat(ParameterTool.fromPropertiesFile(file.toString()).toMap()).isEqualTo(expected);
        assertThat(ParameterTool.fromPropertiesFile(file.toFile()).toMap()).isEqualTo(expected);
        assertThat(
                        ParameterTool.fromPropertiesFile(
                                        new ByteArrayInputStream(
                                                "a=1\nb=two words"
                                                        .getBytes(StandardCharsets.ISO_8859_1)))
                                .toMap())
                .isEqualTo(expected);
        assertThat(ParameterTool.fromMap(expected).getProperties()).isEqualTo(expected);
        assertThat(ParameterTool.fromMap(expected).getConfiguration().toMap()).isEqualTo(expected);
        assertThat(ParameterTool.fromSystemProperties().get("java.version"))
                .isEqualTo(System.getProperty("java.version"));
        String missing = folder.resolve("missing").toString();
        assertThatThrownBy(() -> ParameterTool.fromPropertiesFile(missing))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining(missing);
    }

    @Test
    void whatWasAskedForBecomesATemplate() throws IOException {
        ParameterTool tool = of("--a", "1");
        tool.getRequired("a");
        tool.getInt("b", 7);
        tool.get("c");
        tool.get("c", "late");
        String file = folder.resolve("template.properties").toString();

        tool.createPropertiesFile(file);

        assertThat(ParameterTool.fromPropertiesFile(file).toMap())
                .containsOnly(
                        Map.entry("a", "<undefined>"), Map.entry("b", "7"), Map.entry("c", "late"));
        assertThatThrownBy(() -> tool.createPropertiesFile(file, false))
                .isInstanceOf(RuntimeException.class)
                .hasStackTraceContaining(file);
    }

    @Test
    void itTravelsToTasksAsGlobalParameters() throws Exception {
        ParameterTool tool = of("--a", "1", "--b", "2");
        tool.get("a");
        ExecutionConfig config = new ExecutionConfig();
        config.setGlobalJobParameters(tool);

        ExecutionConfig there = InstantiationUtil.clone(config);

        ParameterTool arrived = (ParameterTool) there.getGlobalJobParameters();
        assertThat(arrived.toMap()).isEqualTo(tool.toMap());
        assertThat(arrived.getUnrequestedParameters()).containsExactlyInAnyOrder("a", "b");
        assertThat(arrived.getInt("a")).isEqualTo(1);
    }

    @Test
    void equalAreThoseWithTheSameParametersAskedForTheSame() {
        ParameterTool one = of("--a", "1");
        ParameterTool other = of("--a", "1");
        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
        one.get("a");
        assertThat(one).isNotEqualTo(other);
    }

    // ------------------------------------------------------------------ several values

    @Test
    void aKeyMayHaveSeveralValuesInTheirOrder() {
        MultipleParameterTool tool =
                MultipleParameterTool.fromArgs(
                        new String[] {"--in", "b", "--n", "-3", "--in", "a", "--on"});

        assertThat(tool.getMultiParameter("in")).containsExactly("b", "a");
        assertThat(tool.getMultiParameterRequired("n")).containsExactly("-3");
        assertThat(tool.getInt("n")).isEqualTo(-3);
        assertThat(tool.getMultiParameter("none")).isNull();
        assertThat(tool.get("none")).isNull();
        assertThat(tool.get("none", "usual")).isEqualTo("usual");
        assertThat(tool.has("on")).isTrue();
        assertThat(tool.toMap()).containsEntry("in", "a").hasSize(3);
        assertThat(tool.toMultiMap().get("in")).containsExactly("b", "a");
        assertThatThrownBy(() -> tool.get("in"))
                .isInstanceOf(RuntimeException.class)
                .hasMessageContainingAll("'in'", "[b, a]");
        assertThatThrownBy(() -> tool.getMultiParameterRequired("none"))
                .hasMessageContaining("'none'");
    }

    @Test
    void mergedValuesOfTheOtherFollow() throws Exception {
        MultipleParameterTool left =
                MultipleParameterTool.fromMultiMap(Map.of("a", List.of("1"), "b", List.of("2")));
        MultipleParameterTool right =
                MultipleParameterTool.fromMultiMap(Map.of("a", List.of("3", "4")));
        left.getMultiParameter("b");

        MultipleParameterTool both = InstantiationUtil.clone(left.mergeWith(right));

        Map<String, Collection<String>> all = both.toMultiMap();
        assertThat(all.get("a")).containsExactly("1", "3", "4");
        assertThat(all.get("b")).containsExactly("2");
        assertThat(left.mergeWith(right).getUnrequestedParameters()).containsExactly("a");
        assertThat(both).isEqualTo(MultipleParameterTool.fromMultiMap(all));
    }
}
