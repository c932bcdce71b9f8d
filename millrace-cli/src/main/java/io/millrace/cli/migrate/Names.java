// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import io.millrace.cli.lacking.Absences;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a name of Flink's is called here, and whether there is such a thing.
 *
 * <p>Four rules, the first that fits: what Flink shades goes back to the library it is; what
 * belongs to another product of Flink's keeps its name; a name of Flink 2 becomes that of Flink
 * 1.20, whose API this is; everything else changes its root.
 */
final class Names {

    static final String FLINK = "org.apache.flink";
    static final String OURS = "io.millrace";

    private static final List<Pattern> SHADED =
            List.of(
                    Pattern.compile("org\\.apache\\.flink\\.shaded\\.[A-Za-z]+[0-9]*\\.(?=[a-z])"),
                    Pattern.compile("org\\.apache\\.flink\\.[a-z]+\\.shaded\\.(?=[a-z])"));

    /** Where Flink 2 has put what Flink 1.20 has elsewhere, without the root. */
    private static final Map<Pattern, String> MOVED =
            Map.of(
                    Pattern.compile(
                            "streaming\\.api\\.functions\\.(sink|source)\\.legacy(?=\\.|$)"),
                    "streaming.api.functions.$1",
                    Pattern.compile("streaming\\.api\\.legacy\\.io(?=\\.|$)"),
                    "api.java.io",
                    Pattern.compile(
                            "util\\.(ParameterTool|MultipleParameterTool|AbstractParameterTool)\\b"),
                    "api.java.utils.$1",
                    Pattern.compile("state\\.rocksdb(?=\\.|$)"),
                    "contrib.streaming.state");

    private final KnownClasses known;
    private final Absences absences;
    private final OwnClasses own;

    Names(KnownClasses known, Absences absences, OwnClasses own) {
        this.known = known;
        this.absences = absences;
        this.own = own;
    }

    Absences absences() {
        return absences;
    }

    /**
     * @param name {@code org.apache.flink} or what is below it, with dots
     */
    String renamed(String name) {
        for (Pattern shaded : SHADED) {
            Matcher matcher = shaded.matcher(name);
            if (matcher.lookingAt()) {
                return name.substring(matcher.end());
            }
        }
        if (name.equals(FLINK)) {
            return OURS;
        }
        if (absences.product(name) != null && !isHere(OURS + name.substring(FLINK.length()))) {
            return name;
        }
        String below = name.substring(FLINK.length() + 1);
        for (Map.Entry<Pattern, String> moved : MOVED.entrySet()) {
            Matcher matcher = moved.getKey().matcher(below);
            if (matcher.lookingAt()) {
                below = matcher.replaceFirst(moved.getValue());
                break;
            }
        }
        return OURS + "." + below;
    }

    /** Whether Millrace has the class that the name is, or that has what it names. */
    private boolean isHere(String name) {
        for (int end = name.indexOf('.'); end >= 0; end = name.indexOf('.', end + 1)) {
            if (known.hasClass(name.substring(0, end))) {
                return true;
            }
        }
        return known.hasClass(name);
    }

    /** The library that a shaded name belongs to, for who must now ask for it; null if none. */
    static String shadedLibrary(String name) {
        for (Pattern shaded : SHADED) {
            Matcher matcher = shaded.matcher(name);
            if (matcher.lookingAt()) {
                return name.substring(matcher.end());
            }
        }
        return null;
    }

    /** Our name, as Flink has it. */
    static String flinks(String name) {
        return name.startsWith(OURS) ? FLINK + name.substring(OURS.length()) : name;
    }

    /**
     * Whether a class, a member of one or a package is called so, here or in the tree itself.
     *
     * @param name a name after the migration, with dots
     */
    boolean exists(String name) {
        if (known.hasPackagesUnder(name) || own.hasPackagesUnder(name)) {
            return true;
        }
        return classIn(name) != null;
    }

    /** The class that the name is, or that has what it names; null if there is none. */
    String classIn(String name) {
        for (int end = name.indexOf('.'); end >= 0; end = name.indexOf('.', end + 1)) {
            String beginning = name.substring(0, end);
            if (known.hasClass(beginning) || own.hasClass(beginning)) {
                return beginning;
            }
        }
        return known.hasClass(name) || own.hasClass(name) ? name : null;
    }

    /** Whether classes lie in the package itself. */
    boolean isPackage(String name) {
        return known.hasPackage(name) || own.hasPackage(name);
    }

    /** Whether the tree has a package of that name where Millrace has none. */
    boolean isInOwnPackage(String name) {
        for (int end = name.lastIndexOf('.'); end > 0; end = name.lastIndexOf('.', end - 1)) {
            String pack = name.substring(0, end);
            if (own.hasPackage(pack)) {
                return !known.hasPackage(pack);
            }
        }
        return false;
    }

    /** Whether the name begins with one of the two roots. */
    static boolean concerns(String name) {
        return Set.of(FLINK, OURS).stream()
                .anyMatch(root -> name.equals(root) || name.startsWith(root + "."));
    }
}
