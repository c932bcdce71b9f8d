// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.demo;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * What a child is told when it is started: a file of properties.
 *
 * @param inputs the files to read
 * @param output where the counts go
 * @param checkpoints where checkpoints go
 * @param parallelism of every operator
 * @param recordsPerSecond how fast the input may be read
 * @param mostRecords how many records this child may read at most; it is killed before it may read
 *     more
 * @param resume whether to go on from the latest checkpoint
 */
record JobSettings(
        List<Path> inputs,
        Path output,
        Path checkpoints,
        int parallelism,
        long recordsPerSecond,
        long mostRecords,
        boolean resume) {

    void write(Path file) throws IOException {
        Properties properties = new Properties();
        for (int i = 0; i < inputs.size(); i++) {
            properties.setProperty("input." + i, inputs.get(i).toString());
        }
        properties.setProperty("output", output.toString());
        properties.setProperty("checkpoints", checkpoints.toString());
        properties.setProperty("parallelism", Integer.toString(parallelism));
        properties.setProperty("records-per-second", Long.toString(recordsPerSecond));
        properties.setProperty("most-records", Long.toString(mostRecords));
        properties.setProperty("resume", Boolean.toString(resume));
        try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            properties.store(writer, null);
        }
    }

    static JobSettings read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        }
        List<Path> inputs = new ArrayList<>();
        for (int i = 0; properties.containsKey("input." + i); i++) {
            inputs.add(Path.of(properties.getProperty("input." + i)));
        }
        return new JobSettings(
                inputs,
                Path.of(properties.getProperty("output")),
                Path.of(properties.getProperty("checkpoints")),
                Integer.parseInt(properties.getProperty("parallelism")),
                Long.parseLong(properties.getProperty("records-per-second")),
                Long.parseLong(properties.getProperty("most-records")),
                Boolean.parseBoolean(properties.getProperty("resume")));
    }
}
