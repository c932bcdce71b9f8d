// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LineCharsetsTest {

    @Test
    void noCharacterOfACharsetReadByBytesHidesALineEnd() throws Exception {
        StringBuilder others = new StringBuilder();
        for (int codePoint = 0;
                codePoint <= Character.MAX_CODE_POINT;
                codePoint += codePoint < 0x10000 ? 1 : 0x101) {
            // The C1 controls and the like are other spellings of a line end in some charsets of
            // one byte.
            boolean lineEnd = codePoint == '\n' || codePoint == '\r' || codePoint == 0x85;
            if (!lineEnd && Character.getType(codePoint) != Character.SURROGATE) {
                others.appendCodePoint(codePoint);
            }
        }
        for (Charset charset : Charset.availableCharsets().values()) {
            if (!LineCharsets.endsLinesByByte(charset)) {
                continue;
            }
            assertThat("\n\r".getBytes(charset)).as(charset.name()).containsExactly('\n', '\r');
            ByteBuffer bytes =
                    charset.newEncoder()
                            .onUnmappableCharacter(CodingErrorAction.IGNORE)
                            .encode(CharBuffer.wrap(others));
            while (bytes.hasRemaining()) {
                byte b = bytes.get();
                if (b == '\n' || b == '\r') {
                    fail("%s has a byte %s inside a character", charset, b);
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
