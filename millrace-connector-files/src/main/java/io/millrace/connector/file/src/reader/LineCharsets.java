// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.reader;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/** Tells in which charsets a byte 10 or 13 always is a line end. */
final class LineCharsets {

    /**
     * Charsets of more than one byte for a character, without shift states, whose second and later
     * bytes are all above 13. There is no way to ask a charset for that.
     */
    private static final Set<String> WIDE =
            Set.of("UTF-8", "GB18030", "GBK", "GB2312", "Big5", "Shift_JIS", "EUC-JP", "EUC-KR");

    private LineCharsets() {}

    static boolean endsLinesByByte(Charset charset) {
        return WIDE.contains(charset.name())
                || charset.equals(StandardCharsets.US_ASCII)
                || charset.equals(StandardCharsets.ISO_8859_1)
                || isOneBytePerCharacter(charset);
    }

    /** Every byte decodes by itself to one character, and bytes 10 and 13 to the line ends. */
    private static boolean isOneBytePerCharacter(Charset charset) {
        if (!charset.canEncode() || charset.newEncoder().maxBytesPerChar() != 1.0f) {
            return false;
        }
        return Arrays.equals("\n\r".getBytes(charset), new byte[] {'\n', '\r'})
                && new String(new byte[] {'\n', '\r'}, charset).equals("\n\r");
    }
}
