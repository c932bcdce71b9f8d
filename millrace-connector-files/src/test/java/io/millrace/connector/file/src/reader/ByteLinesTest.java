// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteLinesTest {

    /** Every kind of line end, characters of one to four bytes, lines longer than the chunks. */
    private static final List<String> TEXTS =
            List.of(
                    "",
                    "\n",
                    "\r",
                    "\r\n",
                    "a",
                    "a\n",
                    "\na",
                    "a\r\nb\rc\nd",
                    "\n\n\r\n\r\r\n\n",
                    "Grüße\nsmørrebrød\r\n水車小屋\n🌊🌾 mill\r",
                    "x".repeat(100) + "\r\n" + "ü".repeat(70) + "\n\n" + "🌊".repeat(40));

    @Test
    void linesAreThoseOfTheJdkWhereverTheChunksEnd() throws Exception {
        for (String text : texts()) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            for (int chunk = 1; chunk <= 19; chunk++) {
                assertThat(readAll(lines(bytes, 0, Long.MAX_VALUE, chunk)))
                        .as("chunks of %s bytes of %s", chunk, text)
                        .isEqualTo(byTheJdk(bytes, StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void bytesThatAreNoTextBecomeReplacementCharactersAsInTheJdk() throws Exception {
        byte[] bytes = {
            'a', (byte) 0xE2, '\n', (byte) 0xFF, (byte) 0xC3, '\r', '\n', (byte) 0xF0, (byte) 0x9F
        };

        assertThat(readAll(lines(bytes, 0, Long.MAX_VALUE, 3)))
                .isEqualTo(byTheJdk(bytes, StandardCharsets.UTF_8));
    }

    @Test
    void eachLineBelongsToThePartInWhichItBeginsWhereverAFileIsCut() throws Exception {
        for (String text : texts()) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            List<String> whole = byTheJdk(bytes, StandardCharsets.UTF_8);
            for (int first = 0; first <= bytes.length; first++) {
                for (int second = first; second <= bytes.length; second += 3) {
                    List<String> found = new ArrayList<>();
                    found.addAll(readAll(part(bytes, 0, first)));
                    found.addAll(readAll(part(bytes, first, second)));
                    found.addAll(readAll(part(bytes, second, bytes.length)));
                    assertThat(found)
                            .as("cut at %s and %s: %s", first, second, text)
                            .isEqualTo(whole);
                }
            }
        }
    }

    @Test
    void readingGoesOnExactlyAtEachOffsetThatWasTold() throws Exception {
        for (String text : texts()) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            List<String> whole = byTheJdk(bytes, StandardCharsets.UTF_8);
            for (int read = 0; read <= whole.size(); read++) {
                ByteLines before = lines(bytes, 0, bytes.length, 7);
                List<String> found = new ArrayList<>();
                for (int i = 0; i < read; i++) {
                    found.add(before.next());
                }
                int offset = (int) before.offset();
                found.addAll(readAll(lines(bytes, offset, bytes.length, 5)));
                assertThat(found).as("restored after %s lines of %s", read, text).isEqualTo(whole);
            }
        }
    }

    private static List<String> texts() {
        List<String> texts = new ArrayList<>(TEXTS);
        Random random = new Random(7);
        String[] alphabet = {"a", "ö", "水", "🌾", "\n", "\r", "\r\n"};
        for (int i = 0; i < 60; i++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(30);
            for (int j = 0; j < length; j++) {
                text.append(alphabet[random.nextInt(alphabet.length)]);
            }
            texts.add(text.toString());
        }
        return texts;
    }

    /** As {@link TextLineInputFormat} opens a part. */
    private static ByteLines part(byte[] bytes, int from, int to) throws IOException {
        if (from == 0) {
            return lines(bytes, 0, to, 4);
        }
        ByteLines lines = lines(bytes, from - 1, to, 4);
        lines.dropLine();
        return lines;
    }

    private static ByteLines lines(byte[] bytes, int from, long end, int chunk) {
        return new ByteLines(
                new ByteArrayInputStream(Arrays.copyOfRange(bytes, from, bytes.length)),
                from,
                end,
                StandardCharsets.UTF_8,
                chunk);
    }

    private static List<String> readAll(Lines lines) throws IOException {
        List<String> found = new ArrayList<>();
        for (String line = lines.next(); line != null; line = lines.next()) {
            found.add(line);
        }
        assertThat(lines.next()).isNull();
        return found;
    }

    private static List<String> byTheJdk(byte[] bytes, Charset charset) {
        return new BufferedReader(new InputStreamReader(new ByteArrayInputStream(bytes), charset))
                .lines()
                .toList();
    }
}
