// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/**
 * How often each word stands in some files, counted in the plainest way there is. It shares no code
 * with the job: other readers, and regular expressions instead of a loop.
 *
 * @param counts by word
 * @param words all together
 * @param lines all together
 */
record PlainCount(Map<String, Long> counts, long words, long lines) {

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{Nd}]+");

    /**
     * Reads the files.
     *
     * @throws IOException naming the file that can't be read
     */
    static PlainCount of(List<Path> files) throws IOException {
        Map<String, Long> counts = new HashMap<>();
        long words = 0;
        long lines = 0;
        for (Path file : files) {
            try (BufferedReader reader =
                    new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    lines++;
                    Matcher matcher = WORD.matcher(line);
                    while (matcher.find()) {
                        words++;
                        counts.merge(matcher.group().toLowerCase(Locale.ROOT), 1L, Long::sum);
                    }
                }
            } catch (IOException e) {
                throw new IOException("The input " + file + " can't be read: " + e.getMessage(), e);
            }
        }
        return new PlainCount(counts, words, lines);
    }

    private static InputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        try {
            String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
            if (name.endsWith(".gz") || name.endsWith(".gzip")) {
                return new GZIPInputStream(in);
            }
            return name.endsWith(".deflate") ? new InflaterInputStream(in) : in;
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }
}
