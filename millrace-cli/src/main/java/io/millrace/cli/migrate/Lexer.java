// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import java.util.ArrayList;
import java.util.List;

/** Cuts a source of Java, Kotlin or Scala into code, strings and comments. */
final class Lexer {

    /** What a stretch of a source is. */
    enum Kind {
        CODE,
        /** Without its quotes. */
        STRING,
        COMMENT
    }

    /** From the character at {@code start} to before that at {@code end}. */
    record Stretch(Kind kind, int start, int end) {}

    private final String text;
    private final boolean java;
    private final List<Stretch> stretches = new ArrayList<>();
    private int at;
    private int codeFrom;

    private Lexer(String text, boolean java) {
        this.text = text;
        this.java = java;
    }

    /**
     * @param java whether it is Java, whose comments don't nest and whose text blocks have escapes
     */
    static List<Stretch> cut(String text, boolean java) {
        return new Lexer(text, java).cut();
    }

    private List<Stretch> cut() {
        while (at < text.length()) {
            if (text.startsWith("//", at)) {
                int end = at;
                while (end < text.length() && text.charAt(end) != '\n') {
                    end++;
                }
                take(Kind.COMMENT, at, end, end);
            } else if (text.startsWith("/*", at)) {
                int end = endOfComment();
                take(Kind.COMMENT, at, end, end);
            } else if (text.startsWith("\"\"\"", at)) {
                int end = endOfBlock();
                take(Kind.STRING, at + 3, end, Math.min(text.length(), end + 3));
            } else if (text.charAt(at) == '"') {
                int end = endOfString(at + 1, '"');
                take(Kind.STRING, at + 1, end, Math.min(text.length(), end + 1));
            } else if (text.charAt(at) == '\'' && isCharacter()) {
                at = Math.min(text.length(), endOfString(at + 1, '\'') + 1);
            } else {
                at++;
            }
        }
        code(text.length());
        return stretches;
    }

    private void take(Kind kind, int start, int end, int next) {
        code(at);
        stretches.add(new Stretch(kind, start, end));
        at = next;
        codeFrom = next;
    }

    private void code(int end) {
        if (end > codeFrom) {
            stretches.add(new Stretch(Kind.CODE, codeFrom, end));
        }
    }

    private int endOfComment() {
        int depth = 1;
        int end = at + 2;
        while (end < text.length() && depth > 0) {
            if (text.startsWith("*/", end)) {
                depth--;
                end += 2;
            } else if (!java && text.startsWith("/*", end)) {
                depth++;
                end += 2;
            } else {
                end++;
            }
        }
        return end;
    }

    private int endOfBlock() {
        int end = at + 3;
        while (end < text.length() && !text.startsWith("\"\"\"", end)) {
            end += java && text.charAt(end) == '\\' ? 2 : 1;
        }
        return Math.min(end, text.length());
    }

    /** A string that its line does not end is over with the line: the source is broken there. */
    private int endOfString(int from, char quote) {
        int end = from;
        while (end < text.length() && text.charAt(end) != quote && text.charAt(end) != '\n') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        return Math.min(end, text.length());
    }

    /** In Scala a quote may begin a symbol. */
    private boolean isCharacter() {
        return java
                || at + 1 < text.length() && text.charAt(at + 1) == '\\'
                || at + 2 < text.length() && text.charAt(at + 2) == '\'';
    }
}
