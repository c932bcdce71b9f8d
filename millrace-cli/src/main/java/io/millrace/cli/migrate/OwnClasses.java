// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The packages and classes that the tree itself declares, by the names they have after the
 * migration. Programs that began as copies of Flink's examples stand in Flink's own packages.
 */
final class OwnClasses {

    private static final Pattern PACKAGE =
            Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)\\s*(?:;|$|\\{)");
    private static final Pattern TYPE =
            Pattern.compile(
                    "\\b(?:class|interface|enum|record|object|trait)\\s+([A-Za-z_$][\\w$]*)");

    private final Set<String> packages = new HashSet<>();
    private final Set<String> classes = new HashSet<>();

    /** The package that a source is in; empty if it says none. */
    static String packageOf(String source) {
        Matcher matcher = PACKAGE.matcher(source);
        return matcher.find() ? matcher.group(1) : "";
    }

    /** Takes in what a source declares; a nested class more than there is does no harm. */
    void add(String pack, String source) {
        packages.add(pack);
        Matcher type = TYPE.matcher(source);
        while (type.find()) {
            classes.add(pack + "." + type.group(1));
        }
    }

    boolean hasPackage(String name) {
        return packages.contains(name);
    }

    boolean hasPackagesUnder(String name) {
        return packages.stream().anyMatch(pack -> pack.equals(name) || pack.startsWith(name + "."));
    }

    boolean hasClass(String name) {
        return classes.contains(name);
    }
}
