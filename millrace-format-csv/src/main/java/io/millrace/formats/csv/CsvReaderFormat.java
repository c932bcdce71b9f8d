// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.csv;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.configuration.Configuration;
import io.millrace.connector.file.src.reader.SimpleStreamFormat;
import io.millrace.connector.file.src.reader.StreamFormat;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.util.function.SerializableFunction;
import io.millrace.util.function.SerializableSupplier;
import java.io.IOException;
import java.util.Objects;

/**
 * Records from CSV files, by Jackson's rules and annotations: for {@code
 * FileSource.forRecordStreamFormat}. Files are read whole; after a failure reading goes on behind
 * the last record of the checkpoint.
 *
 * @param <T> the records
 */
@PublicEvolving
public class CsvReaderFormat<T> extends SimpleStreamFormat<T> {

    private static final long serialVersionUID = 1L;

    private final SerializableSupplier<CsvMapper> mapperFactory;
    private final SerializableFunction<CsvMapper, CsvSchema> schemaGenerator;
    private final Class<T> rootType;
    private final TypeInformation<T> typeInformation;
    private final boolean ignoreParseErrors;

    private CsvReaderFormat(
            SerializableSupplier<CsvMapper> mapperFactory,
            SerializableFunction<CsvMapper, CsvSchema> schemaGenerator,
            TypeInformation<T> typeInformation,
            boolean ignoreParseErrors) {
        this.mapperFactory = Objects.requireNonNull(mapperFactory, "mapperFactory");
        this.schemaGenerator = Objects.requireNonNull(schemaGenerator, "schemaGenerator");
        this.typeInformation = Objects.requireNonNull(typeInformation, "typeInformation");
        this.rootType = typeInformation.getTypeClass();
        this.ignoreParseErrors = ignoreParseErrors;
    }

    /** Columns as the schema says. */
    public static <T> CsvReaderFormat<T> forSchema(
            CsvSchema schema, TypeInformation<T> typeInformation) {
        Objects.requireNonNull(schema, "schema");
        return forSchema(CsvReaderFormat::mapper, ignored -> schema, typeInformation);
    }

    /** Columns as the schema says, by the program's own mapper. */
    @Deprecated
    public static <T> CsvReaderFormat<T> forSchema(
            CsvMapper mapper, CsvSchema schema, TypeInformation<T> typeInformation) {
        Objects.requireNonNull(mapper, "mapper");
        Objects.requireNonNull(schema, "schema");
        return forSchema(() -> mapper, ignored -> schema, typeInformation);
    }

    /** Columns as the schema says that is made with the program's own mapper, in each task. */
    public static <T> CsvReaderFormat<T> forSchema(
            SerializableSupplier<CsvMapper> mapperFactory,
            SerializableFunction<CsvMapper, CsvSchema> schemaGenerator,
            TypeInformation<T> typeInformation) {
        return new CsvReaderFormat<>(mapperFactory, schemaGenerator, typeInformation, false);
    }

    /**
     * Columns as Jackson finds them in a class: in the order of {@code @JsonPropertyOrder}, by name
     * without it. There are no quotes: a quote is a character like others.
     */
    public static <T> CsvReaderFormat<T> forPojo(Class<T> pojoType) {
        return forSchema(
                CsvReaderFormat::mapper,
                mapper -> mapper.schemaFor(pojoType).withoutQuoteChar(),
                TypeInformation.of(pojoType));
    }

    /** The same format, passing over lines that can't be read. */
    public CsvReaderFormat<T> withIgnoreParseErrors() {
        return new CsvReaderFormat<>(mapperFactory, schemaGenerator, typeInformation, true);
    }

    private static CsvMapper mapper() {
        CsvMapper mapper = new CsvMapper();
        mapper.registerModule(new JavaTimeModule());
        mapper.registerModule(new Jdk8Module());
        return mapper;
    }

    @Override
    public StreamFormat.Reader<T> createReader(Configuration config, FSDataInputStream stream)
            throws IOException {
        CsvMapper mapper = mapperFactory.get();
        MappingIterator<T> records =
                mapper.readerFor(rootType).with(schemaGenerator.apply(mapper)).readValues(stream);
        return new RecordsReader<>(records, ignoreParseErrors);
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return typeInformation;
    }

    private static final class RecordsReader<T> implements StreamFormat.Reader<T> {
        private final MappingIterator<T> records;
        private final boolean ignoreParseErrors;

        RecordsReader(MappingIterator<T> records, boolean ignoreParseErrors) {
            this.records = records;
            this.ignoreParseErrors = ignoreParseErrors;
        }

        @Override
        public T read() throws IOException {
            while (true) {
                try {
                    return records.hasNextValue() ? records.nextValue() : null;
                } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
                    if (!ignoreParseErrors) {
                        throw new IOException(
                                "A line of a CSV file can't be read as a record; see"
                                        + " withIgnoreParseErrors() for passing over it: "
                                        + e.getMessage(),
                                e);
                    }
                }
            }
        }

        @Override
        public void close() throws IOException {
            records.close();
        }
    }
}
