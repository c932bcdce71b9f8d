// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import io.millrace.util.TimeUtils;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Turns raw values, mostly text from a file or command line, into the types options ask for, and
 * back into text. A value that can't be turned is refused with an {@link IllegalArgumentException}
 * that says what was wanted; {@link Configuration} adds the key.
 */
final class ConfigValues {

    private static final String[] SENSITIVE_PARTS = {
        "password",
        "secret",
        "fs.azure.account.key",
        "apikey",
        "api-key",
        "auth-params",
        "service-key",
        "token",
        "basic-auth",
        "jaas.config",
        "http-headers"
    };

    private ConfigValues() {}

    /** Whether the value of a key must not be shown. */
    static boolean isSensitive(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        return Arrays.stream(SENSITIVE_PARTS).anyMatch(lower::contains);
    }

    /** The value of an option; the cast is checked by {@link #convert}. */
    @SuppressWarnings("unchecked")
    static <T> T forOption(Object raw, ConfigOption<T> option) {
        return (T)
                (option.isList()
                        ? convertList(raw, option.getClazz())
                        : convert(raw, option.getClazz()));
    }

    /** What a value of the option looks like, for messages. */
    static String form(ConfigOption<?> option) {
        String one = formOf(option.getClazz());
        return option.isList() ? "a list separated by ';' of which each entry is " + one : one;
    }

    /** The kind of an option's values in a few words, for tables. */
    static String kind(ConfigOption<?> option) {
        String one = kindOf(option.getClazz());
        return option.isList() ? "list of " + one : one;
    }

    private static String kindOf(Class<?> type) {
        if (type == Integer.class || type == Long.class) {
            return "whole number";
        } else if (type == Float.class || type == Double.class) {
            return "number";
        } else if (type == Duration.class) {
            return "time";
        } else if (type == MemorySize.class) {
            return "size";
        } else if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(Object::toString)
                    .collect(Collectors.joining(", "));
        } else if (type == Map.class) {
            return "map of text";
        }
        return formOf(type);
    }

    private static String formOf(Class<?> type) {
        if (type == Boolean.class) {
            return "true or false";
        } else if (type == Integer.class) {
            return "a whole number from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE;
        } else if (type == Long.class) {
            return "a whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE;
        } else if (type == Float.class || type == Double.class) {
            return "a number, as 0.5";
        } else if (type == Duration.class) {
            // Which units there are is said by what is wrong with the value.
            return "a whole number, 0 or more, and a unit, as '10 s'";
        } else if (type == MemorySize.class) {
            return "a whole number, 0 or more, and a unit, as '64 mb'";
        } else if (type.isEnum()) {
            return "one of " + Arrays.toString(type.getEnumConstants());
        } else if (type == Map.class) {
            return "entries of the form key:value separated by ','";
        }
        return "text";
    }

    static Object convert(Object raw, Class<?> type) {
        if (type == String.class) {
            return toText(raw, true);
        } else if (type == Boolean.class) {
            return toBoolean(raw);
        } else if (type == Integer.class) {
            return toInt(raw);
        } else if (type == Long.class) {
            return toLong(raw);
        } else if (type == Float.class) {
            return toFloat(raw);
        } else if (type == Double.class) {
            return toDouble(raw);
        } else if (type == Duration.class) {
            return raw instanceof Duration ? raw : TimeUtils.parseDuration(raw.toString());
        } else if (type == MemorySize.class) {
            return raw instanceof MemorySize ? raw : MemorySize.parse(raw.toString());
        } else if (type.isEnum()) {
            return toEnum(raw, type);
        } else if (type == Map.class) {
            return toStringMap(raw);
        } else if (type.isInstance(raw)) {
            return raw;
        }
        throw new IllegalArgumentException("it can't be read as " + type.getName());
    }

    private static List<?> convertList(Object raw, Class<?> entryType) {
        if (raw instanceof List<?> list) {
            return list.stream().map(e -> convert(e, entryType)).toList();
        }
        return StructuredText.splitList(raw.toString()).stream()
                .map(e -> convert(e, entryType))
                .toList();
    }

    static Boolean toBoolean(Object raw) {
        if (raw instanceof Boolean b) {
            return b;
        }
        return switch (raw.toString().trim().toUpperCase(Locale.ROOT)) {
            case "TRUE" -> true;
            case "FALSE" -> false;
            default -> throw new IllegalArgumentException("it is neither true nor false");
        };
    }

    static Integer toInt(Object raw) {
        if (raw instanceof Integer i) {
            return i;
        }
        long value = toLong(raw);
        if (value < Integer.MIN_VALUE || value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("it is out of the range of 32 bits");
        }
        return (int) value;
    }

    static Long toLong(Object raw) {
        if (raw instanceof Long || raw instanceof Integer || raw instanceof Short) {
            return ((Number) raw).longValue();
        }
        try {
            return Long.parseLong(raw.toString().trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("it is not a whole number of 64 bits", e);
        }
    }

    static Float toFloat(Object raw) {
        if (raw instanceof Float f) {
            return f;
        }
        double value = toDouble(raw);
        if (Double.isFinite(value) && Float.isInfinite((float) value)) {
            throw new IllegalArgumentException("it is out of the range of 32 bits");
        }
        return (float) value;
    }

    static Double toDouble(Object raw) {
        if (raw instanceof Double d) {
            return d;
        } else if (raw instanceof Float f) {
            // By its text: 0.1f as a double would read 0.10000000149.
            return Double.parseDouble(f.toString());
        } else if (raw instanceof Number n) {
            return n.doubleValue();
        }
        try {
            return Double.parseDouble(raw.toString().trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("it is not a number", e);
        }
    }

    static Object toEnum(Object raw, Class<?> type) {
        if (type.isInstance(raw)) {
            return raw;
        }
        String wanted = enumText(raw.toString());
        for (Object constant : type.getEnumConstants()) {
            if (enumText(((Enum<?>) constant).name()).equals(wanted)
                    || enumText(constant.toString()).equals(wanted)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("there is no such choice");
    }

    private static String enumText(String text) {
        return text.trim().replace('-', '_').toUpperCase(Locale.ROOT);
    }

    static Map<String, String> toStringMap(Object raw) {
        Map<String, String> map = new LinkedHashMap<>();
        if (raw instanceof Map<?, ?> given) {
            given.forEach((k, v) -> map.put(toText(k, true), toText(v, true)));
            return map;
        }
        return StructuredText.splitMap(raw.toString());
    }

    /** A value as text that {@link #convert} turns back into it. */
    static String toText(Object value, boolean standardYaml) {
        if (value instanceof Duration duration) {
            return TimeUtils.formatWithHighestUnit(duration);
        } else if (value instanceof List<?> list) {
            return StructuredText.joinList(
                    list.stream().map(e -> toText(e, standardYaml)).toList(), standardYaml);
        } else if (value instanceof Map<?, ?> map) {
            Map<String, String> texts = new LinkedHashMap<>();
            map.forEach((k, v) -> texts.put(toText(k, standardYaml), toText(v, standardYaml)));
            return StructuredText.joinMap(texts, standardYaml);
        }
        return value.toString();
    }
}
