// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import io.millrace.cli.lacking.Artifacts;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The poms of a tree, which are changed together: a property that one defines gives others their
 * versions.
 *
 * <p>Several artifacts of Flink's become one of ours, and Maven wants a dependency said once: of
 * those in one list the one with the widest scope stays. A property that gave nothing but versions
 * of what has become ours gets our version, and a name that says so; of any other use of it nothing
 * is known, so it stays and ours gets a version of its own.
 */
final class PomFiles {

    private static final String PROPERTY = "millrace.version";
    private static final List<String> SCOPES =
            List.of("compile", "system", "provided", "runtime", "test");
    private static final Pattern COORDINATES =
            Pattern.compile("(?<![\\w$./-])org\\.apache\\.flink:([\\w.*-]+)");

    private final Artifacts artifacts;
    private final String version;

    private record Pom(String text, XmlElement document) {}

    private final Map<String, Pom> poms = new TreeMap<>();
    private final Set<String> own = new HashSet<>();
    private final Map<String, Integer> uses = new LinkedHashMap<>();
    private final Map<String, Integer> usesOfOurs = new LinkedHashMap<>();
    private final Set<String> defined = new HashSet<>();

    PomFiles(Artifacts artifacts, String version) {
        this.artifacts = artifacts;
        this.version = version;
    }

    /** Takes in a pom. */
    void add(String file, String text) {
        XmlElement document = XmlElement.parse(text);
        poms.put(file, new Pom(text, document));
        if (document == null) {
            return;
        }
        XmlElement project = document.child("project");
        if (project != null && project.textOf("artifactId") != null) {
            own.add(project.textOf("artifactId"));
        }
        for (XmlElement element : document.all()) {
            if (element.name.equals("properties")) {
                element.children.forEach(property -> defined.add(property.name));
            }
        }
    }

    /**
     * The text of a pom after the migration.
     *
     * @param findings is given what a person must look at
     */
    String migrated(String file, List<Finding> findings) {
        if (usesOfOurs.isEmpty()) {
            countUses();
        }
        Pom pom = poms.get(file);
        if (pom.document() == null) {
            if (pom.text().contains(Artifacts.GROUP)) {
                findings.add(
                        new Finding(
                                file,
                                1,
                                "the tags of this pom do not match; it was left as it is"));
            }
            return pom.text();
        }
        Edits edits = new Edits(pom.text());
        Set<String> renamedHere = new HashSet<>();
        for (XmlElement element : pom.document().all()) {
            if (element.name.equals("dependencies")) {
                dependencies(file, pom, element, edits, findings);
            } else if (element.name.equals("properties")) {
                properties(pom, element, edits, renamedHere);
            } else if (Artifacts.GROUP.equals(element.textOf("groupId"))) {
                other(file, pom, element, edits, findings);
            } else if (element.children.isEmpty()) {
                coordinates(pom, element, edits);
            }
        }
        return edits.applied();
    }

    private void countUses() {
        Pattern use = Pattern.compile("\\$\\{([\\w.-]+)\\}");
        for (Pom pom : poms.values()) {
            Matcher matcher = use.matcher(pom.text());
            while (matcher.find()) {
                uses.merge(matcher.group(1), 1, Integer::sum);
            }
            if (pom.document() == null) {
                continue;
            }
            for (XmlElement element : pom.document().all()) {
                if (replacement(element) == null || !replacement(element).isOurs()) {
                    continue;
                }
                Matcher property = use.matcher(String.valueOf(element.textOf("version")));
                if (property.matches()) {
                    usesOfOurs.merge(property.group(1), 1, Integer::sum);
                }
            }
        }
        usesOfOurs.putIfAbsent("", 0);
    }

    /** Whether the property gives versions of what has become ours, and nothing else. */
    private boolean isOurs(String property) {
        return defined.contains(property)
                && usesOfOurs.getOrDefault(property, 0) > 0
                && usesOfOurs.get(property).equals(uses.get(property));
    }

    /** Null for what is not a dependency on Flink. */
    private Artifacts.Replacement replacement(XmlElement element) {
        if (!element.name.equals("dependency")
                || !Artifacts.GROUP.equals(element.textOf("groupId"))
                || own.contains(element.textOf("artifactId"))
                || element.textOf("artifactId") == null) {
            return null;
        }
        boolean tests =
                "test-jar".equals(element.textOf("type"))
                        || "tests".equals(element.textOf("classifier"));
        return artifacts.of(element.textOf("artifactId"), tests);
    }

    private void dependencies(
            String file, Pom pom, XmlElement list, Edits edits, List<Finding> findings) {
        Map<String, XmlElement> kept = new LinkedHashMap<>();
        for (XmlElement element : list.children) {
            Artifacts.Replacement ours = replacement(element);
            if (ours != null && ours.isOurs()) {
                kept.merge(ours.artifact(), element, PomFiles::wider);
            } else if (Names.OURS.equals(element.textOf("groupId"))) {
                kept.putIfAbsent(String.valueOf(element.textOf("artifactId")), element);
            }
        }
        for (XmlElement element : list.children) {
            Artifacts.Replacement replacement = replacement(element);
            if (replacement == null) {
                later(file, pom, element, findings);
                continue;
            }
            if (replacement.note() != null) {
                findings.add(
                        new Finding(
                                file,
                                Edits.line(pom.text(), element.child("artifactId").start),
                                replacement.note()));
            }
            if (replacement.artifact() == null) {
                continue;
            }
            if (replacement.isOurs() && kept.get(replacement.artifact()) != element) {
                edits.removeWithLine(element.start, element.end);
                continue;
            }
            element.child("groupId").setContent(edits, replacement.group());
            element.child("artifactId").setContent(edits, replacement.artifact());
            if (replacement.isOurs()) {
                ours(element, edits);
            } else {
                library(element, edits);
            }
        }
    }

    /** What an earlier migration has written may not exist yet. */
    private void later(String file, Pom pom, XmlElement element, List<Finding> findings) {
        String artifact = element.textOf("artifactId");
        if (Names.OURS.equals(element.textOf("groupId")) && artifact != null) {
            String note = artifacts.later(artifact);
            if (note != null) {
                int line = Edits.line(pom.text(), element.child("artifactId").start);
                findings.add(new Finding(file, line, note));
            }
        }
    }

    private static XmlElement wider(XmlElement one, XmlElement other) {
        return scope(other) < scope(one) ? other : one;
    }

    private static int scope(XmlElement dependency) {
        String scope = dependency.textOf("scope");
        if (scope == null) {
            return SCOPES.indexOf("compile");
        }
        int index = SCOPES.indexOf(scope);
        // A scope that is a property is mostly provided here and compile there.
        return index < 0 ? SCOPES.indexOf("provided") : index;
    }

    private void ours(XmlElement element, Edits edits) {
        XmlElement written = element.child("version");
        if (written != null) {
            Matcher property = Pattern.compile("\\$\\{([\\w.-]+)\\}").matcher(written.content());
            boolean renamed = property.matches() && isOurs(property.group(1));
            written.setContent(edits, renamed ? "${" + PROPERTY + "}" : version);
        }
        for (String extra : List.of("type", "classifier")) {
            XmlElement child = element.child(extra);
            if (child != null && Set.of("test-jar", "tests").contains(child.content())) {
                edits.removeWithLine(child.start, child.end);
            }
        }
    }

    /** flink-shaded-guava 31.1-jre-17.0 has in it guava 31.1-jre. */
    private static void library(XmlElement element, Edits edits) {
        XmlElement written = element.child("version");
        if (written != null && written.content().matches(".+-\\d+\\.\\d+")) {
            written.setContent(edits, written.content().replaceAll("-\\d+\\.\\d+$", ""));
        }
    }

    private void properties(Pom pom, XmlElement list, Edits edits, Set<String> renamedHere) {
        boolean there = list.child(PROPERTY) != null;
        for (XmlElement property : list.children) {
            if (!isOurs(property.name) || property.name.equals(PROPERTY)) {
                continue;
            }
            if (there || !renamedHere.add(list.start + PROPERTY)) {
                edits.removeWithLine(property.start, property.end);
                continue;
            }
            String whole = pom.text().substring(property.start, property.end);
            edits.replace(
                    property.start,
                    property.end,
                    whole.replace(property.name, PROPERTY).replace(property.content(), version));
        }
    }

    /** A parent, a plugin, an exclusion, or whatever else names an artifact of Flink's. */
    private void other(
            String file, Pom pom, XmlElement element, Edits edits, List<Finding> findings) {
        String artifact = element.textOf("artifactId");
        if (element.name.equals("dependency")
                || element.name.equals("project")
                || artifact == null
                || own.contains(artifact)) {
            return;
        }
        if (element.name.equals("exclusion")) {
            if (artifact.equals("*")) {
                element.child("groupId").setContent(edits, Names.OURS);
                return;
            }
            Artifacts.Replacement replacement = artifacts.of(artifact, false);
            if (replacement.artifact() != null) {
                element.child("groupId").setContent(edits, replacement.group());
                element.child("artifactId").setContent(edits, replacement.artifact());
            }
            return;
        }
        findings.add(
                new Finding(
                        file,
                        Edits.line(pom.text(), element.start),
                        "the "
                                + element.name
                                + " "
                                + Artifacts.GROUP
                                + ":"
                                + artifact
                                + " was left as it is: Millrace has nothing in its place"));
    }

    /** {@code org.apache.flink:flink-core} in the settings of a plugin. */
    private void coordinates(Pom pom, XmlElement element, Edits edits) {
        Matcher matcher =
                COORDINATES.matcher(pom.text()).region(element.contentStart, element.contentEnd);
        while (matcher.find()) {
            String artifact = matcher.group(1);
            if (artifact.equals("*")) {
                edits.replace(matcher.start(), matcher.end(), Names.OURS + ":*");
                continue;
            }
            Artifacts.Replacement replacement = artifacts.of(artifact, false);
            if (replacement.artifact() != null && !own.contains(artifact)) {
                String ours = replacement.group() + ":" + replacement.artifact();
                edits.replace(matcher.start(), matcher.end(), ours);
            }
        }
    }
}
