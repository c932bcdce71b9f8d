// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import io.millrace.cli.migrate.Lexer.Stretch;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Changes the names in a source. In code each name of Flink's is one; in strings and comments only
 * what names a class or package that there is.
 */
final class SourceText {

    /** A name in code, which may be broken over lines. */
    private static final Pattern IN_CODE =
            Pattern.compile(
                    "(?<![\\w$.])(org\\s*\\.\\s*apache\\s*\\.\\s*flink)(?![\\w$])((?:\\s*\\.\\s*[A-Za-z_$][\\w$]*)*)");

    /** A name in prose or in a value; what stands before it must not make it part of another. */
    private static final Pattern IN_TEXT =
            Pattern.compile(
                    "(?<![\\w$./:-])org\\.apache\\.flink(?![\\w$-])((?:\\.[A-Za-z_$][\\w$]*)*)");

    private static final Pattern RESOURCE =
            Pattern.compile("/?(org/apache/flink((?:/[\\w$.-]+)*)/?)");

    private static final Pattern WHOLE =
            Pattern.compile("org\\.apache\\.flink(\\.|\\.\\*|\\.\\.\\*)?");

    private static final Pattern CLASS_LIKE = Pattern.compile(".*\\.[A-Z][\\w$]*(\\..*)?");

    private final Names names;

    SourceText(Names names) {
        this.names = names;
    }

    /**
     * @param notes is told of what a person should know, with the offset it is at
     */
    String migrated(String text, boolean java, BiConsumer<Integer, String> notes) {
        if (!text.contains("flink")) {
            return text;
        }
        Edits edits = new Edits(text);
        for (Stretch stretch : Lexer.cut(text, java)) {
            switch (stretch.kind()) {
                case CODE -> code(text, stretch, edits, notes);
                case STRING -> string(text, stretch, edits, notes);
                case COMMENT -> text(text, stretch.start(), stretch.end(), edits, (at, name) -> {});
            }
        }
        return edits.applied();
    }

    private void code(
            String text, Stretch stretch, Edits edits, BiConsumer<Integer, String> notes) {
        Matcher matcher = IN_CODE.matcher(text).region(stretch.start(), stretch.end());
        matcher.useTransparentBounds(true);
        while (matcher.find()) {
            String name = matcher.group().replaceAll("\\s", "");
            String renamed = names.renamed(name);
            String library = Names.shadedLibrary(name);
            if (library != null) {
                notes.accept(
                        matcher.start(),
                        library
                                + " is the plain library now, which Flink had brought under another name: it must be in the build");
            }
            if (renamed.equals(Names.OURS + name.substring(Names.FLINK.length()))) {
                edits.replace(matcher.start(1), matcher.end(1), Names.OURS);
            } else if (!renamed.equals(name)) {
                edits.replace(matcher.start(), matcher.end(), renamed);
            }
        }
    }

    private void string(
            String text, Stretch stretch, Edits edits, BiConsumer<Integer, String> notes) {
        String content = text.substring(stretch.start(), stretch.end());
        if (WHOLE.matcher(content).matches()) {
            edits.replace(stretch.start(), stretch.start() + Names.FLINK.length(), Names.OURS);
            return;
        }
        Matcher resource = RESOURCE.matcher(content);
        if (resource.matches()) {
            String folder = resource.group(1).replaceAll("/[^/]*$", "").replace('/', '.');
            String renamed = names.renamed(folder);
            if (names.exists(renamed)) {
                int start = stretch.start() + resource.start(1);
                edits.replace(start, start + folder.length(), renamed.replace('.', '/'));
            }
            return;
        }
        text(
                text,
                stretch.start(),
                stretch.end(),
                edits,
                (at, name) ->
                        notes.accept(
                                at,
                                "the string names "
                                        + name
                                        + ", which is not here; it was left as it is"));
    }

    /**
     * Changes names in prose and values.
     *
     * @param unknown is told of what looks like the name of a class and is none here
     */
    private void text(
            String text, int start, int end, Edits edits, BiConsumer<Integer, String> unknown) {
        Matcher matcher = IN_TEXT.matcher(text).region(start, end);
        matcher.useTransparentBounds(true);
        while (matcher.find()) {
            String name = matcher.group();
            if (matcher.group(1).isEmpty()) {
                continue;
            }
            String renamed = names.renamed(name);
            boolean classLike = CLASS_LIKE.matcher(name).matches();
            if (names.exists(renamed.replace('$', '.'))
                    || Names.shadedLibrary(name) != null && classLike) {
                edits.replace(matcher.start(), matcher.end(), renamed);
            } else if (classLike) {
                unknown.accept(matcher.start(), name);
            }
        }
    }

    /**
     * The same for a file of settings.
     *
     * @param loggers whether the root alone is a name, too: of a logger
     */
    String migratedResource(String text, boolean loggers) {
        if (!text.contains(Names.FLINK)) {
            return text;
        }
        Edits edits = new Edits(text);
        Matcher matcher = IN_TEXT.matcher(text);
        while (matcher.find()) {
            String name = matcher.group();
            String renamed = names.renamed(name);
            boolean coordinates =
                    matcher.end() < text.length()
                            && text.charAt(matcher.end()) == ':'
                            && matcher.end() + 1 < text.length()
                            && Character.isLetterOrDigit(text.charAt(matcher.end() + 1));
            boolean group = text.startsWith("<groupId>", matcher.start() - "<groupId>".length());
            if (!coordinates
                    && !group
                    && (matcher.group(1).isEmpty()
                            ? loggers
                            : names.exists(renamed.replace('$', '.')))) {
                edits.replace(matcher.start(), matcher.end(), renamed);
            }
        }
        return edits.applied();
    }

    /** A file under META-INF/services: each line a class. */
    String migratedServices(String text) {
        Edits edits = new Edits(text);
        Matcher matcher = IN_TEXT.matcher(text);
        while (matcher.find()) {
            edits.replace(matcher.start(), matcher.end(), names.renamed(matcher.group()));
        }
        return edits.applied();
    }

    /** The offsets and names in code that begin with one of the two roots. */
    static List<NameInCode> namesInCode(String text, boolean java) {
        return Lexer.cut(text, java).stream()
                .filter(stretch -> stretch.kind() == Lexer.Kind.CODE)
                .flatMap(stretch -> NameInCode.in(text, stretch).stream())
                .toList();
    }
}
