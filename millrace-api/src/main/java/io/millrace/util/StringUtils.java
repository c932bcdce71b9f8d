// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;

/** Helpers for text. */
@PublicEvolving
public final class StringUtils {

    /** No text. */
    public static final String[] EMPTY_STRING_ARRAY = new String[0];

    private StringUtils() {}

    /** Bytes as hexadecimal digits, lower case. */
    public static String byteToHexString(byte[] bytes, int start, int end) {
        return HexFormat.of().formatHex(checkNotNull(bytes, "bytes == null"), start, end);
    }

    /** Bytes as hexadecimal digits, lower case. */
    public static String byteToHexString(byte[] bytes) {
        return byteToHexString(bytes, 0, bytes.length);
    }

    /**
     * The bytes of hexadecimal digits.
     *
     * @throws IllegalArgumentException when there is something else, or an odd number of digits
     */
    public static byte[] hexStringToByte(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    /** An object as text; arrays with their elements. */
    public static String arrayAwareToString(Object o) {
        String inBrackets = Arrays.deepToString(new Object[] {o});
        return inBrackets.substring(1, inBrackets.length() - 1);
    }

    /** Text with control characters shown as escapes. */
    public static String showControlCharacters(String str) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < str.length(); i++) {
            char c = str.charAt(i);
            switch (c) {
                case '\b' -> shown.append("\\b");
                case '\t' -> shown.append("\\t");
                case '\n' -> shown.append("\\n");
                case '\f' -> shown.append("\\f");
                case '\r' -> shown.append("\\r");
                default -> shown.append(c);
            }
        }
        return shown.toString();
    }

    /** Random text, of a length from one to another, both included. */
    public static String getRandomString(Random rnd, int minLength, int maxLength) {
        return getRandomString(rnd, minLength, maxLength, (char) 1, (char) 0x7fff);
    }

    /**
     * Random text of characters from one to another, of a length from one to another, all included.
     */
    public static String getRandomString(
            Random rnd, int minLength, int maxLength, char minValue, char maxValue) {
        int length = minLength + rnd.nextInt(maxLength - minLength + 1);
        char[] chars = new char[length];
        for (int i = 0; i < length; i++) {
            chars[i] = (char) (minValue + rnd.nextInt(maxValue - minValue + 1));
        }
        return new String(chars);
    }

    /** Random letters and digits. */
    public static String generateRandomAlphanumericString(Random rnd, int length) {
        String alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(rnd.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    /** Writes text that is not null; in the same form as {@link StringSerializer}. */
    public static void writeString(String str, DataOutputView out) throws IOException {
        StringSerializer.INSTANCE.serialize(
                checkNotNull(str, "Null can't be written as text."), out);
    }

    /** Reads what {@link #writeString} wrote. */
    public static String readString(DataInputView in) throws IOException {
        return StringSerializer.INSTANCE.deserialize(in);
    }

    /** Writes text that may be null. */
    public static void writeNullableString(String str, DataOutputView out) throws IOException {
        out.writeBoolean(str != null);
        if (str != null) {
            writeString(str, out);
        }
    }

    /** Reads what {@link #writeNullableString} wrote. */
    public static String readNullableString(DataInputView in) throws IOException {
        return in.readBoolean() ? readString(in) : null;
    }

    /** Whether there is nothing but white space. */
    public static boolean isNullOrWhitespaceOnly(String str) {
        return str == null || str.isBlank();
    }

    /** Two texts with "and" between; one if the other is empty; null if both are. */
    public static String concatenateWithAnd(String s1, String s2) {
        if (s1 == null || s1.isEmpty()) {
            return s2 == null || s2.isEmpty() ? null : s2;
        }
        return s2 == null || s2.isEmpty() ? s1 : s1 + " and " + s2;
    }

    /** Values in quotes, separated by commas, in lower case. */
    public static String toQuotedListString(Object[] values) {
        return Arrays.stream(values)
                .map(v -> v.toString().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", ", "\"", "\""));
    }
}
