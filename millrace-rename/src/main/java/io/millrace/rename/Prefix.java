// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

/**
 * One of the two prefixes: which names have it, and where it stands in a text.
 *
 * <p>A name has the prefix if it goes on with a separator or ends; {@code org.apache.flinkx} does
 * not have it. What Flink keeps of others under {@code org.apache.flink.shaded} belongs to neither
 * side: it stays, and the original jars are put on the class path.
 */
enum Prefix {
    FLINK("org/apache/flink"),
    MILLRACE("io/millrace");

    private static final String SHADED = "shaded";

    private final String slashed;
    private final String dotted;

    Prefix(String slashed) {
        this.slashed = slashed;
        this.dotted = slashed.replace('/', '.');
    }

    /** Written with {@code separator}, without one at its end. */
    String with(char separator) {
        return separator == '/' ? slashed : dotted;
    }

    /** Whether a name written with {@code separator} has this prefix and is not left alone. */
    boolean begins(String name, char separator) {
        String prefix = with(separator);
        return name.startsWith(prefix)
                && (name.length() == prefix.length()
                        || name.charAt(prefix.length()) == separator
                                && !isShaded(name, prefix.length() + 1));
    }

    private static boolean isShaded(String name, int from) {
        int end = from + SHADED.length();
        return name.startsWith(SHADED, from) && (name.length() == end || !isWord(name.charAt(end)));
    }

    /** Whether the prefix stands somewhere in the text, in either spelling. */
    boolean standsIn(String text) {
        return standsIn(text, slashed) || standsIn(text, dotted);
    }

    private static boolean standsIn(String text, String prefix) {
        for (int at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) {
            int end = at + prefix.length();
            if (end == text.length()) {
                return true;
            }
            char next = text.charAt(end);
            if (!isWord(next) && !((next == '/' || next == '.') && isShaded(text, end + 1))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a descriptor or a generic signature names a type with this prefix. */
    boolean standsInDescriptor(String text) {
        String type = "L" + slashed + "/";
        for (int at = text.indexOf(type); at >= 0; at = text.indexOf(type, at + 1)) {
            boolean begins = at == 0 || !Character.isJavaIdentifierPart(text.charAt(at - 1));
            if ((begins || isPrimitive(text.charAt(at - 1)))
                    && !isShaded(text, at + type.length())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPrimitive(char c) {
        return "BCDFIJSZ".indexOf(c) >= 0;
    }

    private static boolean isWord(char c) {
        return c == '-' || c == '$' || Character.isJavaIdentifierPart(c);
    }
}
