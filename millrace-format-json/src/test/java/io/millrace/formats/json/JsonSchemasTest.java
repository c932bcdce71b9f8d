// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.util.InstantiationUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JsonSchemasTest {

    /** A POJO. */
    public static class Reading {
        public String sensor;
        public double value;
        public Instant at;
        public Optional<String> note = Optional.empty();
        public List<Integer> history;
    }

    private static Reading reading() {
        Reading reading = new Reading();
        reading.sensor = "m\u00fchle \"1\"";
        reading.value = 1.5;
        reading.at = Instant.parse("2026-11-30T01:02:03.004Z");
        reading.note = Optional.of("high water");
        reading.history = List.of(1, 2);
        return reading;
    }

    @Test
    void whatIsWrittenIsReadAgainWithTimesAndOptionalValues() throws Exception {
        JsonSerializationSchema<Reading> writing =
                InstantiationUtil.clone(new JsonSerializationSchema<Reading>());
        writing.open(null);
        JsonDeserializationSchema<Reading> reading =
                InstantiationUtil.clone(new JsonDeserializationSchema<>(Reading.class));
        reading.open(null);
        assertThat(reading.deserialize(writing.serialize(reading())))
                .usingRecursiveComparison()
                .isEqualTo(reading());
        assertThat(reading.getProducedType()).isEqualTo(TypeInformation.of(Reading.class));
        assertThat(reading.deserialize(null)).isNull();
    }

    @Test
    void theProgramsOwnMapperIsUsed() throws Exception {
        JsonSerializationSchema<Reading> writing =
                new JsonSerializationSchema<>(
                        () -> JsonMappers.create().enable(SerializationFeature.INDENT_OUTPUT));
        writing.open(null);
        assertThat(new String(writing.serialize(reading()), StandardCharsets.UTF_8))
                .contains(System.lineSeparator());
    }

    @Test
    void whatCannotBeWrittenOrReadIsAnError() {
        JsonSerializationSchema<Object> writing = new JsonSerializationSchema<>(ObjectMapper::new);
        writing.open(null);
        assertThatThrownBy(() -> writing.serialize(new Object()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("can't be written as JSON");
        JsonDeserializationSchema<Reading> reading =
                new JsonDeserializationSchema<>(TypeInformation.of(Reading.class));
        assertThatThrownBy(
                        () -> reading.deserialize("{\"sensor\":".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class);
    }

    @Test
    @SuppressWarnings("deprecation")
    void aTreeIsReadAsOne() throws Exception {
        assertThat(
                        new JsonNodeDeserializationSchema()
                                .deserialize("{\"a\":[1,2]}".getBytes(StandardCharsets.UTF_8))
                                .get("a")
                                .size())
                .isEqualTo(2);
    }
}
