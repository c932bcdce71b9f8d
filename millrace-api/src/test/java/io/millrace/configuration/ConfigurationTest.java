// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.memory.DataInputViewStreamWrapper;
import io.millrace.core.memory.DataOutputViewStreamWrapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationTest {

    private static final ConfigOption<Duration> TIMEOUT =
            ConfigOptions.key("a.timeout").durationType().defaultValue(Duration.ofSeconds(3));
    private static final ConfigOption<Integer> COUNT =
            ConfigOptions.key("a.count")
                    .intType()
                    .defaultValue(1)
                    .withFallbackKeys("a.other-count")
                    .withDeprecatedKeys("a.old-count", "a.older-count");
    private static final ConfigOption<List<String>> NAMES =
            ConfigOptions.key("a.names").stringType().asList().noDefaultValue();
    private static final ConfigOption<List<Integer>> NUMBERS =
            ConfigOptions.key("a.numbers").intType().asList().defaultValues(1, 2);
    private static final ConfigOption<Map<String, String>> MAP =
            ConfigOptions.key("a.map").mapType().noDefaultValue();

    private final Configuration configuration = new Configuration();

    @Test
    void gives_the_default_of_what_is_not_set() {
        assertThat(configuration.get(TIMEOUT)).isEqualTo(Duration.ofSeconds(3));
        assertThat(configuration.getOptional(TIMEOUT)).isEmpty();
        assertThat(configuration.get(NAMES)).isNull();
        assertThat(configuration.get(TIMEOUT, Duration.ZERO)).isEqualTo(Duration.ZERO);
    }

    @Test
    void reads_text_as_the_type_of_the_option() {
        configuration.setString("a.timeout", "10 s");
        configuration.setString("a.count", " 12 ");
        configuration.setString("a.numbers", "4;5;6");
        assertThat(configuration.get(TIMEOUT)).isEqualTo(Duration.ofSeconds(10));
        assertThat(configuration.get(COUNT)).isEqualTo(12);
        assertThat(configuration.get(NUMBERS)).containsExactly(4, 5, 6);
    }

    @Test
    void gives_back_what_was_set_by_option() {
        configuration.set(TIMEOUT, Duration.ofNanos(1));
        configuration.set(NAMES, List.of("x", "y;z"));
        assertThat(configuration.get(TIMEOUT)).isEqualTo(Duration.ofNanos(1));
        assertThat(configuration.get(NAMES)).containsExactly("x", "y;z");
    }

    @ParameterizedTest
    @CsvSource({
        "a.timeout, 10 parsecs, a whole number",
        "a.timeout, -1 s, a whole number",
        "a.count, many, a whole number",
        "a.count, 3000000000, a whole number",
        "a.numbers, 1;x, a list separated by ';'"
    })
    void refuses_a_malformed_value_with_key_value_and_accepted_form(
            String key, String value, String form) {
        configuration.setString(key, value);
        ConfigOption<?> option =
                List.of(TIMEOUT, COUNT, NUMBERS).stream()
                        .filter(o -> o.key().equals(key))
                        .findFirst()
                        .orElseThrow();
        assertThatThrownBy(() -> configuration.get(option))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + key + "'")
                .hasMessageContaining("'" + value + "'")
                .hasMessageContaining("Accepted is " + form);
    }

    @Test
    void names_the_choices_of_an_enum() {
        configuration.setString("execution.checkpointing.mode", "sometimes");
        assertThatThrownBy(
                        () ->
                                configuration.get(
                                        CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'execution.checkpointing.mode'")
                .hasMessageContaining("'sometimes'")
                .hasMessageContaining("one of [EXACTLY_ONCE, AT_LEAST_ONCE]");
        configuration.setString("execution.checkpointing.mode", "at-least-once");
        assertThat(configuration.get(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE).name())
                .isEqualTo("AT_LEAST_ONCE");
    }

    @Test
    void does_not_show_a_secret() {
        configuration.setString("s3.secret-key", "hush");
        assertThat(configuration.toString()).contains("s3.secret-key").doesNotContain("hush");
    }

    @Test
    void reads_an_option_under_its_other_keys_in_their_order() {
        configuration.setString("a.older-count", "4");
        assertThat(configuration.get(COUNT)).isEqualTo(4);
        assertThat(configuration.contains(COUNT)).isTrue();
        configuration.setString("a.old-count", "3");
        assertThat(configuration.get(COUNT)).isEqualTo(3);
        configuration.setString("a.other-count", "2");
        assertThat(configuration.get(COUNT)).isEqualTo(2);
        configuration.setString("a.count", "5");
        assertThat(configuration.get(COUNT)).isEqualTo(5);
        assertThat(configuration.removeConfig(COUNT)).isTrue();
        assertThat(configuration.contains(COUNT)).isFalse();
    }

    @Test
    void blames_the_key_the_malformed_value_stands_under() {
        configuration.setString("a.old-count", "many");
        assertThatThrownBy(() -> configuration.get(COUNT)).hasMessageContaining("'a.old-count'");
    }

    @Test
    void reads_lists_and_maps_in_either_form() {
        configuration.setString("a.names", "[a, 'b, c', \"d\"]");
        assertThat(configuration.get(NAMES)).containsExactly("a", "b, c", "d");
        configuration.setString("a.names", "a;'b;c';d''e");
        assertThat(configuration.get(NAMES)).containsExactly("a", "b;c", "d''e");
        configuration.setString("a.map", "{k: v, l: 'x, y'}");
        assertThat(configuration.get(MAP))
                .containsOnly(Map.entry("k", "v"), Map.entry("l", "x, y"));
        configuration.setString("a.map", "k:v,l:http://host:80");
        assertThat(configuration.get(MAP))
                .containsOnly(Map.entry("k", "v"), Map.entry("l", "http://host:80"));
    }

    @Test
    void reads_a_map_given_entry_by_entry() {
        configuration.setString("a.map.x", "1");
        configuration.setString("a.map.y.z", "2");
        assertThat(configuration.get(MAP)).containsOnly(Map.entry("x", "1"), Map.entry("y.z", "2"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void survives_being_written_as_text(boolean yaml) {
        Configuration original = new Configuration(yaml);
        original.set(TIMEOUT, Duration.ofMillis(1500));
        original.set(NAMES, List.of("plain", "a;b", "c, d", "it's", "k: v", "", " x "));
        original.set(MAP, Map.of("a", "1", "b,c", "d:e", "q", "it's \"so\""));
        original.set(CheckpointingOptions.FS_SMALL_FILE_THRESHOLD, MemorySize.parse("3 kb"));
        Configuration read = Configuration.fromMap(original.toMap());
        assertThat(read.get(TIMEOUT)).isEqualTo(original.get(TIMEOUT));
        assertThat(read.get(NAMES)).isEqualTo(original.get(NAMES));
        assertThat(read.get(MAP)).isEqualTo(original.get(MAP));
        assertThat(read.get(CheckpointingOptions.FS_SMALL_FILE_THRESHOLD).getKibiBytes())
                .isEqualTo(3);
    }

    @Test
    void survives_being_written_as_bytes() throws IOException {
        configuration.set(TIMEOUT, Duration.ofMillis(1500));
        configuration.set(COUNT, 7);
        configuration.setBytes("bytes", new byte[] {1, 2});
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        configuration.write(new DataOutputViewStreamWrapper(bytes));
        Configuration read = new Configuration();
        read.read(new DataInputViewStreamWrapper(new ByteArrayInputStream(bytes.toByteArray())));
        assertThat(read.get(TIMEOUT)).isEqualTo(Duration.ofMillis(1500));
        assertThat(read.get(COUNT)).isEqualTo(7);
        assertThat(read.getBytes("bytes", null)).containsExactly(1, 2);
    }

    @Test
    void is_equal_by_content() {
        configuration.set(COUNT, 7);
        Configuration copy = configuration.clone();
        assertThat(copy).isEqualTo(configuration).hasSameHashCodeAs(configuration);
        copy.set(COUNT, 8);
        assertThat(copy).isNotEqualTo(configuration);
        assertThat(configuration.get(COUNT)).isEqualTo(7);
    }

    @Test
    void adds_all_settings_of_another_with_a_prefix() {
        configuration.set(COUNT, 7);
        Configuration other = new Configuration();
        other.addAll(configuration, "pre.");
        assertThat(other.getString("pre.a.count", null)).isEqualTo("7");
    }

    @Test
    void refuses_null() {
        assertThatThrownBy(() -> configuration.set(COUNT, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("a.count");
    }

    @Test
    void can_be_made_unmodifiable() {
        configuration.set(COUNT, 7);
        UnmodifiableConfiguration fixed = new UnmodifiableConfiguration(configuration);
        assertThat(fixed.get(COUNT)).isEqualTo(7);
        assertThatThrownBy(() -> fixed.set(COUNT, 8))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> fixed.addAll(configuration))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> fixed.removeConfig(COUNT))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> fixed.removeKey("a.count"))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(fixed.get(COUNT)).isEqualTo(7);
    }

    @Test
    void knows_checkpoint_options_by_their_keys_of_old() {
        configuration.setString("state.checkpoints.dir", "file:///tmp/c");
        configuration.setString("state.backend", "rocksdb");
        configuration.setString("execution.savepoint.path", "latest");
        configuration.setString("restart-strategy", "fixed-delay");
        assertThat(configuration.get(CheckpointingOptions.CHECKPOINTS_DIRECTORY))
                .isEqualTo("file:///tmp/c");
        assertThat(configuration.get(StateBackendOptions.STATE_BACKEND)).isEqualTo("rocksdb");
        assertThat(configuration.get(StateRecoveryOptions.SAVEPOINT_PATH)).isEqualTo("latest");
        assertThat(configuration.get(RestartStrategyOptions.RESTART_STRATEGY))
                .isEqualTo("fixed-delay");
    }
}
