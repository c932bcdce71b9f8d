// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import io.millrace.rename.ApiTable;
import io.millrace.rename.Renaming;
import io.millrace.rename.Retargeting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Classes that a job names in strings and that its Flink does not have. That refuses no job:
 * whether the string is given to {@code Class.forName}, and whether the job can do without, nobody
 * knows.
 */
final class NamedInStrings {

    private static final Pattern MILLRACES = Pattern.compile("io[./]millrace[./][\\w$./]*[\\w$]");
    private static final Pattern FLINKS =
            Pattern.compile("org[./]apache[./]flink[./][\\w$./]*[\\w$]");
    private static final String CLASS = ".class";

    private final ApiTable written;
    private final ApiTable api;
    private final Renaming renaming;

    /**
     * @param written what jobs are written against
     * @param api what their Flink has
     * @param renaming how their names came to be
     */
    NamedInStrings(ApiTable written, ApiTable api, Renaming renaming) {
        this.written = written;
        this.api = api;
        this.renaming = renaming;
    }

    /** A sentence for each class that is named so. */
    List<String> in(Map<String, byte[]> classes) {
        Map<String, String> naming = new TreeMap<>();
        classes.forEach(
                (name, file) -> {
                    for (String text : Retargeting.strings(file)) {
                        String named = absent(text, classes);
                        if (named != null) {
                            naming.putIfAbsent(named, name);
                        }
                    }
                });
        List<String> told = new ArrayList<>();
        Renaming back = renaming.reverse();
        naming.forEach(
                (named, where) ->
                        told.add(
                                back.className(named.replace('/', '.'))
                                        + ", which a string in "
                                        + back.className(where.replace('/', '.'))
                                        + " names, is not there on Flink: Class.forName will not find"
                                        + " it"));
        return told;
    }

    /** The internal name of a class that is not on Flink; null if the text names none. */
    private String absent(String text, Map<String, byte[]> classes) {
        String name = text.endsWith(CLASS) ? text.substring(0, text.length() - 6) : text;
        name = name.replace('.', '/');
        if (classes.containsKey(name)) {
            return null;
        }
        if (MILLRACES.matcher(name).matches()) {
            return isHere(name) ? name : null;
        }
        return FLINKS.matcher(name).matches()
                        && written.classFile(name) != null
                        && api.classFile(name) == null
                ? name
                : null;
    }

    /** Whether it is one of Millrace's own. */
    private static boolean isHere(String name) {
        return NamedInStrings.class.getResource("/" + name + CLASS) != null;
    }
}
