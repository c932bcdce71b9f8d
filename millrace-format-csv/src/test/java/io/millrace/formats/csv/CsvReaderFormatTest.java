// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.millrace.api.common.io.InputStreamFSInputWrapper;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.configuration.Configuration;
import io.millrace.connector.file.src.reader.StreamFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvReaderFormatTest {

    /** A POJO whose columns have an order. */
    @JsonPropertyOrder({"name", "rank", "note"})
    public static class City {
        public String name;
        public int rank;
        public String note;

        @Override
        public String toString() {
            return name + "/" + rank + "/" + note;
        }
    }

    private static List<String> read(CsvReaderFormat<City> format, String text) throws IOException {
        List<String> cities = new ArrayList<>();
        try (StreamFormat.Reader<City> reader =
                format.createReader(
                        new Configuration(),
                        new InputStreamFSInputWrapper(
                                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))))) {
            for (City city = reader.read(); city != null; city = reader.read()) {
                cities.add(city.toString());
            }
        }
        return cities;
    }

    @Test
    void columnsComeInTheOrderOfTheClass() throws Exception {
        assertThat(read(CsvReaderFormat.forPojo(City.class), "Ulm,1,a\nJena,2,\"b\"\n"))
                .containsExactly("Ulm/1/a", "Jena/2/\"b\"");
    }

    @Test
    void aSchemaSaysWhatColumnsAndQuotesThereAre() throws Exception {
        CsvReaderFormat<City> format =
                CsvReaderFormat.forSchema(
                        CsvMapper::new,
                        mapper ->
                                mapper.schemaFor(City.class)
                                        .withColumnSeparator('|')
                                        .withSkipFirstDataRow(true),
                        TypeInformation.of(City.class));
        assertThat(read(format, "name|rank|note\n\"U|l\nm\"|7|x\n")).containsExactly("U|l\nm/7/x");
        CsvSchema schema = CsvSchema.builder().addColumn("rank").addColumn("name").build();
        assertThat(
                        read(
                                CsvReaderFormat.forSchema(schema, TypeInformation.of(City.class)),
                                "3,Hof\n"))
                .containsExactly("Hof/3/null");
    }

    @Test
    void aLineThatCannotBeReadIsAnErrorUnlessItIsToBePassedOver() throws Exception {
        String text = "Ulm,1,a\nHof,many,b\nJena,3,c\n";
        CsvReaderFormat<City> format = CsvReaderFormat.forPojo(City.class);
        assertThatThrownBy(() -> read(format, text))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("many");
        assertThat(read(format.withIgnoreParseErrors(), text))
                .containsExactly("Ulm/1/a", "Jena/3/c");
    }
}
