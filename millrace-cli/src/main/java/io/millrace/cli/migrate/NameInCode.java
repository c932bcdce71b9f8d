// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import io.millrace.cli.migrate.Lexer.Stretch;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A qualified name in code that begins with Flink's root or ours.
 *
 * @param offset where it begins
 * @param use what it is written for
 * @param name without white space; of a wildcard the package or class before it
 */
record NameInCode(int offset, Use use, String name) {

    /** What a name is written for. */
    enum Use {
        PACKAGE,
        IMPORT,
        /** All of a package. */
        WILDCARD,
        /** A member of a class, or all of them. */
        STATIC_IMPORT,
        QUALIFIED
    }

    private static final Pattern NAME =
            Pattern.compile(
                    "(?<![\\w$.])(?:org\\s*\\.\\s*apache\\s*\\.\\s*flink|io\\s*\\.\\s*millrace)(?![\\w$])(?:\\s*\\.\\s*[A-Za-z_$][\\w$]*)*");
    private static final Pattern STATEMENT =
            Pattern.compile("(?:^|[\\n;{}])\\s*(import\\s+static|import|package)\\s+$");
    private static final Pattern SELECTED = Pattern.compile("\\s*\\.\\s*\\{([^}]*)\\}");

    static List<NameInCode> in(String text, Stretch code) {
        List<NameInCode> found = new ArrayList<>();
        Matcher matcher = NAME.matcher(text).region(code.start(), code.end());
        matcher.useTransparentBounds(true);
        while (matcher.find()) {
            String name = matcher.group().replaceAll("\\s", "");
            Use use = use(text.substring(code.start(), matcher.start()));
            if (use == Use.IMPORT) {
                Matcher selected = SELECTED.matcher(text).region(matcher.end(), code.end());
                if (selected.lookingAt()) {
                    for (String one : selected.group(1).split(",", -1)) {
                        String simple = one.strip().replaceAll("\\s.*", "");
                        found.add(
                                simple.equals("_")
                                        ? new NameInCode(matcher.start(), Use.WILDCARD, name)
                                        : new NameInCode(
                                                matcher.start(), Use.IMPORT, name + "." + simple));
                    }
                    continue;
                }
                boolean wildcard = name.endsWith("._") || text.startsWith(".*", matcher.end());
                if (wildcard) {
                    use = Use.WILDCARD;
                    name = name.replaceAll("\\._$", "");
                }
            }
            found.add(new NameInCode(matcher.start(), use, name));
        }
        return found;
    }

    private static Use use(String before) {
        Matcher statement = STATEMENT.matcher(before.substring(Math.max(0, before.length() - 100)));
        if (!statement.find()) {
            return Use.QUALIFIED;
        }
        return switch (statement.group(1)) {
            case "package" -> Use.PACKAGE;
            case "import" -> Use.IMPORT;
            default -> Use.STATIC_IMPORT;
        };
    }
}
