// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import io.millrace.cli.lacking.Artifacts;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The scripts of Gradle and sbt in a tree, their catalogs of versions and their properties. They
 * are programs; what is changed is what says an artifact in one of the usual ways, and a variable
 * whose every use gives the version of one that has become ours.
 */
final class BuildScripts {

    /** {@code 'org.apache.flink:flink-core:1.20.0'}, as Gradle takes it. */
    private static final Pattern COORDINATES =
            Pattern.compile(
                    "(?<quote>[\"'])org\\.apache\\.flink:(?<artifact>[\\w.-]+?)(?<scala>_2\\.\\d+|_\\$\\{?[\\w.]+\\}?)?"
                            + "(?::(?<version>[^\"':@]*))?(?<rest>[:@][^\"']*)?\\k<quote>");

    /**
     * {@code group: 'org.apache.flink', name: 'flink-core', version: '1.20.0'}, and in catalogs.
     */
    private static final Pattern MAP =
            Pattern.compile(
                    "\\bgroup\\s*[:=]\\s*(?<quote>[\"'])(?<group>org\\.apache\\.flink)\\k<quote>\\s*,\\s*(?:name|module)\\s*[:=]\\s*"
                            + "[\"'](?<artifact>[\\w.-]+?)(?<scala>_2\\.\\d+|_\\$\\{?[\\w.]+\\}?)?[\"']"
                            + "(?:\\s*,\\s*version\\s*[:=]\\s*(?:[\"'](?<version>[^\"']*)[\"']|(?<variable>[\\w.]+)))?");

    /** {@code "org.apache.flink" % "flink-clients" % flinkVersion}. */
    private static final Pattern SBT =
            Pattern.compile(
                    "\"(?<group>org\\.apache\\.flink)\"\\s*(?<percent>%%?)\\s*\"(?<artifact>[\\w.-]+?)(?<scala>_2\\.\\d+)?\""
                            + "(?:\\s*%\\s*(?:\"(?<version>[^\"]*)\"|(?<variable>[\\w.]+)))?");

    /** {@code ("org.apache.flink", "flink-core", flinkVersion)}, as Gradle's Kotlin takes it. */
    private static final Pattern POSITIONS =
            Pattern.compile(
                    "(?<quote>[\"'])(?<group>org\\.apache\\.flink)\\k<quote>\\s*,\\s*"
                            + "[\"'](?<artifact>flink-[\\w.-]+?)(?<scala>_2\\.\\d+)?[\"']"
                            + "(?:\\s*,\\s*(?:version\\s*=\\s*)?(?:[\"'](?<version>[^\"']*)[\"']|(?<variable>[\\w.]+)(?!\\s*=|[\\w.(])))?");

    private static final List<Pattern> FORMS = List.of(COORDINATES, MAP, SBT, POSITIONS);

    /** A group that none of the forms has taken, as in {@code group: flinkGroup} or a loop. */
    private static final Pattern GROUP = Pattern.compile("[\"']org\\.apache\\.flink[\"':]");

    /** The version of a library in a catalog, by its key; for Flink's, behind what names it. */
    private static final Pattern REFERENCE =
            Pattern.compile("\\bversion\\.ref\\s*=\\s*[\"'](?<reference>[\\w.-]+)[\"']");

    private static final Pattern CATALOG =
            Pattern.compile(
                    "(?:[\"']org\\.apache\\.flink:(?<module>[\\w.-]+)[\"']"
                            + "|[\"']org\\.apache\\.flink[\"']\\s*,\\s*name\\s*=\\s*[\"'](?<name>[\\w.-]+)[\"'])"
                            + "\\s*,\\s*"
                            + REFERENCE.pattern());
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([\\w.]+)\\}?");

    /** An artifact of ours in a line of a script, in whatever form. */
    private static final Pattern OURS =
            Pattern.compile(
                    "\\bio\\.millrace\\b[^\\w\\n]+(?:name\\W+)?(?<artifact>millrace-[\\w-]+)");

    private final Artifacts artifacts;
    private final String version;
    private final Map<String, String> scripts = new TreeMap<>();
    private final Map<String, Integer> usesOfOurs = new HashMap<>();
    private final Map<String, Integer> references = new HashMap<>();
    private final Map<String, Integer> referencesOfOurs = new HashMap<>();

    BuildScripts(Artifacts artifacts, String version) {
        this.artifacts = artifacts;
        this.version = version;
    }

    void add(String file, String text) {
        scripts.put(file, text);
        for (Pattern form : FORMS) {
            Matcher matcher = form.matcher(text);
            while (matcher.find()) {
                if (artifacts.of(matcher.group("artifact"), false).isOurs()) {
                    String variable = variable(form, matcher);
                    if (variable != null) {
                        usesOfOurs.merge(variable, 1, Integer::sum);
                    }
                }
            }
        }
        Matcher catalog = CATALOG.matcher(text);
        while (catalog.find()) {
            if (isOurs(catalog)) {
                referencesOfOurs.merge(catalog.group("reference"), 1, Integer::sum);
            }
        }
        Matcher reference = REFERENCE.matcher(text);
        while (reference.find()) {
            references.merge(reference.group("reference"), 1, Integer::sum);
        }
    }

    private boolean isOurs(Matcher catalog) {
        String module = catalog.group("module");
        return artifacts.of(module == null ? catalog.group("name") : module, false).isOurs();
    }

    /**
     * Whether all that a catalog's version is used for is what has become ours. A script sees it as
     * {@code libs.versions.flink}, with dots for dashes.
     */
    private boolean isKeyOfOurs(String key) {
        Pattern inScripts =
                Pattern.compile(
                        "\\bversions\\."
                                + Pattern.quote(key.replaceAll("[-_]", "."))
                                + "(?:\\.get\\w*\\b|(?![\\w.]))");
        return referencesOfOurs.get(key).equals(references.get(key))
                && scripts.values().stream().noneMatch(text -> inScripts.matcher(text).find());
    }

    private void catalog(String text, Edits edits) {
        Matcher library = CATALOG.matcher(text);
        while (library.find()) {
            String key = library.group("reference");
            if (isOurs(library) && !isKeyOfOurs(key)) {
                int at = text.lastIndexOf("version", library.start("reference"));
                edits.replace(at, library.end(), "version = \"" + version + '"');
            }
        }
        for (String key : referencesOfOurs.keySet()) {
            Matcher definition =
                    Pattern.compile(
                                    "(?m)^[ \\t]*[\"']?"
                                            + Pattern.quote(key)
                                            + "[\"']?\\s*=\\s*([\"'])(\\d[\\w.+-]*)\\1")
                            .matcher(text);
            while (isKeyOfOurs(key) && definition.find()) {
                edits.replace(definition.start(2), definition.end(2), version);
            }
        }
    }

    private static String variable(Pattern form, Matcher matcher) {
        if (form != COORDINATES && matcher.group("variable") != null) {
            return lastPart(matcher.group("variable"));
        }
        String written = matcher.group("version");
        Matcher variable = VARIABLE.matcher(written == null ? "" : written);
        return variable.matches() ? lastPart(variable.group(1)) : null;
    }

    /** {@code rootProject.ext.flinkVersion} is defined by its last part. */
    private static String lastPart(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** Whether all that the variable is used for is the version of what has become ours. */
    private boolean isOurs(String variable) {
        int ours = usesOfOurs.getOrDefault(variable, 0);
        int all = 0;
        boolean defined = false;
        for (String text : scripts.values()) {
            Matcher use =
                    Pattern.compile("(?<![\\w-])" + Pattern.quote(variable) + "(?![\\w-])")
                            .matcher(text);
            while (use.find()) {
                if (definition(variable)
                        .matcher(text)
                        .region(use.start(), text.length())
                        .lookingAt()) {
                    defined = true;
                } else {
                    all++;
                }
            }
        }
        return defined && ours > 0 && all == ours;
    }

    /** Of a value that can be a version; in properties it has no quotes. */
    private static Pattern definition(String variable) {
        return Pattern.compile(
                "(?<![\\w-])"
                        + Pattern.quote(variable)
                        + "\\s*(?::\\s*String\\s*)?=\\s*([\"']?)(\\d[\\w.+-]*)\\1");
    }

    /** The text of a script after the migration. */
    String migrated(String file, List<Finding> findings) {
        String text = scripts.get(file);
        findLater(file, text, findings);
        if (!text.contains("flink")) {
            return text;
        }
        Edits edits = new Edits(text);
        Set<Integer> understood = new HashSet<>();
        for (Pattern form : FORMS) {
            Matcher matcher = form.matcher(text);
            while (matcher.find()) {
                artifact(file, text, form, matcher, edits, findings);
                understood.add(form == COORDINATES ? matcher.start() : matcher.start("group") - 1);
            }
        }
        Matcher group = GROUP.matcher(text);
        while (group.find()) {
            if (!understood.contains(group.start()) && !isExcluded(text, group.start())) {
                findings.add(
                        new Finding(
                                file,
                                Edits.line(text, group.start()),
                                "an artifact of "
                                        + Artifacts.GROUP
                                        + " was left as it is: it is not said in one of the usual ways; change it by hand"));
            }
        }
        catalog(text, edits);
        for (String variable : usesOfOurs.keySet()) {
            if (isOurs(variable)) {
                Matcher definition = definition(variable).matcher(text);
                while (definition.find()) {
                    edits.replace(definition.start(2), definition.end(2), version);
                }
            }
        }
        return withoutRepetitions(text, edits.applied());
    }

    /** Reports what an earlier migration has written and what does not exist yet. */
    private void findLater(String file, String text, List<Finding> findings) {
        Matcher matcher = OURS.matcher(text);
        while (matcher.find()) {
            String note = artifacts.later(matcher.group("artifact"));
            if (note != null) {
                findings.add(new Finding(file, Edits.line(text, matcher.start()), note));
            }
        }
    }

    private void artifact(
            String file,
            String text,
            Pattern form,
            Matcher matcher,
            Edits edits,
            List<Finding> findings) {
        String artifact = matcher.group("artifact");
        boolean tests =
                form == COORDINATES && String.valueOf(matcher.group("rest")).startsWith(":test");
        // With two percent signs sbt adds the version of Scala: the Scala API, or an old name.
        Artifacts.Replacement replacement = artifacts.of(artifact, tests);
        if (replacement.note() != null && !isExcluded(text, matcher.start())) {
            findings.add(new Finding(file, Edits.line(text, matcher.start()), replacement.note()));
        }
        if (replacement.artifact() == null) {
            return;
        }
        if (form == COORDINATES) {
            int artifactEnd =
                    matcher.group("scala") == null ? matcher.end("artifact") : matcher.end("scala");
            edits.replace(
                    matcher.start() + 1,
                    artifactEnd,
                    replacement.group() + ":" + replacement.artifact());
            if (tests) {
                edits.replace(matcher.start("rest"), matcher.end("rest"), "");
            }
        } else {
            edits.replace(matcher.start("group"), matcher.end("group"), replacement.group());
            int artifactEnd =
                    matcher.group("scala") == null ? matcher.end("artifact") : matcher.end("scala");
            edits.replace(matcher.start("artifact"), artifactEnd, replacement.artifact());
            if (form == SBT) {
                edits.replace(matcher.start("percent"), matcher.end("percent"), "%");
            }
        }
        String written = matcher.group("version");
        String variable = variable(form, matcher);
        if (!replacement.isOurs() || variable != null && isOurs(variable)) {
            return;
        }
        if (written != null && !written.isEmpty()) {
            edits.replace(matcher.start("version"), matcher.end("version"), version);
        } else if (form != COORDINATES && matcher.group("variable") != null) {
            edits.replace(matcher.start("variable"), matcher.end("variable"), '"' + version + '"');
        }
    }

    /** What a build leaves out need not be there. */
    private static boolean isExcluded(String text, int at) {
        return text.substring(text.lastIndexOf('\n', at) + 1, at).contains("exclude");
    }

    /** Several lines that have become one and the same are one. */
    private static String withoutRepetitions(String before, String after) {
        Set<String> old = new HashSet<>(List.of(before.split("\n", -1)));
        Map<String, Integer> seen = new LinkedHashMap<>();
        StringBuilder result = new StringBuilder(after.length());
        int at = 0;
        while (at < after.length()) {
            int end = after.indexOf('\n', at);
            end = end < 0 ? after.length() : end + 1;
            String line = after.substring(at, end);
            String bare = line.replaceAll("\n$", "");
            boolean changed = !old.contains(bare);
            if (!changed
                    || !bare.contains(Names.OURS)
                    || seen.merge(bare.strip(), 1, Integer::sum) == 1) {
                result.append(line);
            }
            at = end;
        }
        return result.toString();
    }
}
