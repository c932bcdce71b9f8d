// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.common.io.ParseException;
import io.millrace.core.fs.Path;
import io.millrace.types.BooleanValue;
import io.millrace.types.ByteValue;
import io.millrace.types.DoubleValue;
import io.millrace.types.FloatValue;
import io.millrace.types.IntValue;
import io.millrace.types.LongValue;
import io.millrace.types.ShortValue;
import io.millrace.types.StringValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * The fields of one line after the other, as the older CSV formats take them: between delimiters
 * and, where a quote is set, in quotes, within which a delimiter is text and a backslash keeps a
 * quote from ending them. Not for several threads.
 */
public final class DelimitedFields {

    private static final Map<Class<?>, Function<String, Object>> READERS = readers();

    private final byte[] delimiter;
    private final int quote;
    private final Charset charset;

    /** The line that is read. */
    private byte[] bytes;

    private int at;
    private int end;
    private int fieldStart;
    private int fieldEnd;
    private boolean more;

    /**
     * @param quote the character around text; negative for none
     */
    public DelimitedFields(byte[] delimiter, int quote, Charset charset) {
        this.delimiter = delimiter.clone();
        this.quote = quote;
        this.charset = charset;
    }

    private static Map<Class<?>, Function<String, Object>> readers() {
        Map<Class<?>, Function<String, Object>> readers = new HashMap<>();
        readers.put(String.class, text -> text);
        readers.put(Byte.class, Byte::valueOf);
        readers.put(Short.class, Short::valueOf);
        readers.put(Integer.class, Integer::valueOf);
        readers.put(Long.class, Long::valueOf);
        readers.put(Float.class, text -> Float.valueOf(unpadded(text)));
        readers.put(Double.class, text -> Double.valueOf(unpadded(text)));
        readers.put(Boolean.class, DelimitedFields::truth);
        readers.put(BigInteger.class, BigInteger::new);
        readers.put(BigDecimal.class, BigDecimal::new);
        readers.put(Date.class, Date::valueOf);
        readers.put(Time.class, Time::valueOf);
        readers.put(Timestamp.class, Timestamp::valueOf);
        readers.put(StringValue.class, StringValue::new);
        readers.put(ByteValue.class, text -> new ByteValue(Byte.parseByte(text)));
        readers.put(ShortValue.class, text -> new ShortValue(Short.parseShort(text)));
        readers.put(IntValue.class, text -> new IntValue(Integer.parseInt(text)));
        readers.put(LongValue.class, text -> new LongValue(Long.parseLong(text)));
        readers.put(FloatValue.class, text -> new FloatValue(Float.parseFloat(unpadded(text))));
        readers.put(DoubleValue.class, text -> new DoubleValue(Double.parseDouble(unpadded(text))));
        readers.put(BooleanValue.class, text -> new BooleanValue(truth(text)));
        return Map.copyOf(readers);
    }

    /** Java would pass over blanks around these numbers, and over none around the others. */
    private static String unpadded(String text) {
        if (!text.strip().equals(text)) {
            throw new NumberFormatException("blanks around a number");
        }
        return text;
    }

    private static boolean truth(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw new IllegalArgumentException("neither true nor false");
        };
    }

    /** Whether fields can be read as values of that class. */
    public static boolean canRead(Class<?> type) {
        return READERS.containsKey(type);
    }

    /**
     * Reads the columns of a line into the holders, without gaps.
     *
     * @param included which columns are read
     * @param types of the columns that are read
     * @param emptyAsNull whether a column without characters is null
     * @throws ParseException when the line can't be read so; it names no line
     */
    public void read(
            byte[] line,
            int offset,
            int length,
            boolean[] included,
            Class<?>[] types,
            boolean emptyAsNull,
            Object[] holders) {
        begin(line, offset, length);
        for (int column = 0, taken = 0; column < included.length; column++) {
            if (!next()) {
                throw new ParseException("It has " + column + " fields, not " + included.length);
            }
            if (included[column]) {
                holders[taken] = emptyAsNull && fieldStart == fieldEnd ? null : value(types[taken]);
                taken++;
            }
        }
    }

    /** The first byte behind the field that begins there and its delimiter. */
    public int skip(byte[] line, int from, int limit) {
        begin(line, from, limit - from);
        next();
        return at;
    }

    private void begin(byte[] line, int offset, int length) {
        bytes = line;
        at = offset;
        end = offset + length;
        more = true;
    }

    /** Goes to the next field; false when there is none. */
    private boolean next() {
        if (!more) {
            return false;
        }
        int close = quote >= 0 && at < end && bytes[at] == quote ? closing() : -1;
        if (close >= 0) {
            fieldStart = at + 1;
            fieldEnd = close;
            at = close + 1;
            if (at != end && !delimiterAt(at)) {
                throw new ParseException("Text follows a closed quote");
            }
        } else {
            fieldStart = at;
            while (at < end && !delimiterAt(at)) {
                at++;
            }
            fieldEnd = at;
        }
        more = at < end;
        at += more ? delimiter.length : 0;
        return true;
    }

    private int closing() {
        for (int i = at + 1; i < end; i++) {
            if (bytes[i] == quote && bytes[i - 1] != '\\') {
                return i;
            }
        }
        throw new ParseException("A quote is not closed");
    }

    private boolean delimiterAt(int position) {
        if (position > end - delimiter.length) {
            return false;
        }
        for (int i = 0; i < delimiter.length; i++) {
            if (bytes[position + i] != delimiter[i]) {
                return false;
            }
        }
        return true;
    }

    private Object value(Class<?> type) {
        String text = new String(bytes, fieldStart, fieldEnd - fieldStart, charset);
        try {
            return READERS.get(type).apply(text);
        } catch (IllegalArgumentException e) {
            throw new ParseException("'" + text + "' is no " + type.getSimpleName(), e);
        }
    }

    /** Says which line of which file could not be read. */
    public static ParseException unreadable(String line, Path file, ParseException why) {
        return new ParseException(
                "The line '"
                        + line
                        + "' of "
                        + Addresses.shown(file)
                        + " can't be read: "
                        + why.getMessage(),
                why);
    }
}
