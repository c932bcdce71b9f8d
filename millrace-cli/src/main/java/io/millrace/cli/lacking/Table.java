// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.lacking;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A text of rows, one a line, whose fields are cut by tabs. */
public final class Table {

    private Table() {}

    /** The rows of a table that lies beside a class, without its comments. */
    public static List<List<String>> rows(Class<?> beside, String name) {
        return rows(beside.getResourceAsStream(name));
    }

    /** The rows of a table, without its comments; the stream is closed. */
    public static List<List<String>> rows(InputStream table) {
        List<List<String>> rows = new ArrayList<>();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    rows.add(List.of(line.split("\t", -1)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }
}
