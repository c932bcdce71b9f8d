// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LineCharsetsTest {

    @Test
    void noCharacterOfACharsetReadByBytesHidesALineEnd() {
        for (Charset charset : Charset.availableCharsets().values()) {
            if (!LineCharsets.endsLinesByByte(charset)) {
                continue;
            }
            assertThat("\n\r".getBytes(charset)).as(charset.name()).containsExactly('\n', '\r');
            CharsetEncoder encoder = charset.newEncoder();
            for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint += codePoint < 0x10000 ? 1 : 17) {
                if (codePoint == '\n'
                        || codePoint == '\r'
                        || (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE)) {
                    continue;
                }
                String character = Character.toString(codePoint);
                if (!encoder.canEncode(character)) {
                    continue;
                }
                for (byte b : character.getBytes(charset)) {
                    if (b == '\n' || b == '\r') {
                        // As one byte it would decode to a line end, so it is only another spelling of one.
                        assertThat(character.getBytes(charset))
                                .as("U+%x in %s", codePoint, charset)
                                .hasSize(1);
                    }
                }
            }
        }
    }

    @Test
    void theUsualCharsetsAreReadByBytesAndWideOnesAreNot() {
        assertThat(LineCharsets.endsLinesByByte(StandardCharsets.UTF_8)).isTrue();
        assertThat(LineCharsets.endsLinesByByte(StandardCharsets.US_ASCII)).isTrue();
        assertThat(LineCharsets.endsLinesByByte(StandardCharsets.ISO_8859_1)).isTrue();
        assertThat(LineCharsets.endsLinesByByte(Charset.forName("windows-1252"))).isTrue();
        assertThat(LineCharsets.endsLinesByByte(StandardCharsets.UTF_16)).isFalse();
        assertThat(LineCharsets.endsLinesByByte(StandardCharsets.UTF_16LE)).isFalse();
        assertThat(LineCharsets.endsLinesByByte(Charset.forName("UTF-32"))).isFalse();
        assertThat(LineCharsets.endsLinesByByte(Charset.forName("IBM037"))).isFalse();
    }
}
