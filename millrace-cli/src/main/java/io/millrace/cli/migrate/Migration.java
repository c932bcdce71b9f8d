// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import io.millrace.cli.lacking.Absences;
import io.millrace.cli.lacking.Artifacts;
import io.millrace.cli.migrate.SourceTree.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a migration makes of a tree, worked out whole before a byte is written.
 *
 * <p>The tree is read once. First it is looked at which packages and classes it declares itself,
 * for programs that began as copies of Flink's examples stand in Flink's own packages, and their
 * names change with the rest. Then each file is changed by what it is: in sources every name in
 * code, and in strings and comments what names a thing that there is; in build files artifacts and
 * versions; in services and settings class names and loggers. Files in folders that are called like
 * a package move with it. At last the result is looked at as a whole: which names it has that are
 * not here, and, by the compiler, which members.
 *
 * <p>All this sees only the text, so a second migration of the result changes nothing and reports
 * the same again.
 */
final class Migration {

    private static final String FOLDERS = "org/apache/flink/";
    private static final String OUR_FOLDERS = "io/millrace/";

    private final List<FileChange> changes = new ArrayList<>();
    private final TreeSet<Finding> findings = new TreeSet<>();
    private final Map<String, String> result = new TreeMap<>();
    private final Names names;
    private final OwnClasses own = new OwnClasses();
    private String reasonForNoCalls;

    private Migration(KnownClasses known, Absences absences) {
        this.names = new Names(known, absences, own);
    }

    /**
     * Works out the migration.
     *
     * @param version of Millrace, for build files
     * @param compiler whether the compiler is to look for members that are not here
     */
    static Migration of(SourceTree tree, KnownClasses known, String version, boolean compiler) {
        Absences absences = new Absences();
        Migration migration = new Migration(known, absences);
        migration.work(tree, version);
        migration.check(known, absences, compiler);
        return migration;
    }

    /** Whether this Java has a compiler to look with. */
    static boolean hasCompiler() {
        return ModuleLayer.boot().findModule("jdk.compiler").isPresent()
                && CompilerCheck.isPossible();
    }

    private void work(SourceTree tree, String version) {
        Artifacts artifacts = new Artifacts();
        PomFiles poms = new PomFiles(artifacts, version);
        BuildScripts scripts = new BuildScripts(artifacts, version);
        tree.texts()
                .forEach(
                        (file, text) -> {
                            switch (Kind.of(file)) {
                                case JAVA, OTHER_SOURCE -> declare(text);
                                case POM -> poms.add(file, text);
                                case BUILD_SCRIPT -> scripts.add(file, text);
                                default -> {}
                            }
                        });
        SourceText sources = new SourceText(names);
        tree.texts()
                .forEach(
                        (file, text) -> {
                            List<Finding> found = new ArrayList<>();
                            String after =
                                    switch (Kind.of(file)) {
                                        case JAVA, OTHER_SOURCE ->
                                                sources.migrated(
                                                        text,
                                                        file.endsWith(".java"),
                                                        (at, note) ->
                                                                found.add(
                                                                        new Finding(
                                                                                file,
                                                                                Edits.line(
                                                                                        text, at),
                                                                                note)));
                                        case POM ->
                                                sources.migratedResource(
                                                        poms.migrated(file, found), false);
                                        case BUILD_SCRIPT ->
                                                sources.migratedResource(
                                                        scripts.migrated(file, found), false);
                                        case SERVICES -> sources.migratedServices(text);
                                        case RESOURCE -> sources.migratedResource(text, true);
                                    };
                            take(tree, file, text, after, found);
                        });
        for (String file : tree.others()) {
            String to = moved(file);
            if (!to.equals(file)) {
                take(tree, file, "", "", List.of());
            }
        }
    }

    private void declare(String text) {
        String pack = OwnClasses.packageOf(text);
        if (!pack.isEmpty()) {
            own.add(Names.concerns(pack) ? renamed(pack) : pack, text);
        }
    }

    private String renamed(String name) {
        return name.startsWith(Names.FLINK) ? names.renamed(name) : name;
    }

    private void take(
            SourceTree tree, String file, String before, String after, List<Finding> found) {
        String to = moved(file);
        if (!to.equals(file) && tree.exists(to)) {
            findings.add(new Finding(file, 1, "was not moved: there is a " + to + " already"));
            to = file;
        }
        for (Finding finding : found) {
            findings.add(new Finding(to, finding.line(), finding.text()));
        }
        result.put(to, after);
        FileChange change = new FileChange(file, to, before, after);
        if (!change.isNothing()) {
            changes.add(change);
        }
    }

    /** Where a file lies after the migration. */
    private String moved(String file) {
        String folder = file.substring(0, file.lastIndexOf('/') + 1);
        if (Kind.of(file) == Kind.SERVICES) {
            String service = file.substring(folder.length());
            return folder + renamed(service);
        }
        int at = ("/" + folder).indexOf("/" + FOLDERS);
        if (at < 0) {
            return file;
        }
        String below = folder.substring(at + FOLDERS.length());
        String pack =
                names.renamed((Names.FLINK + "." + below.replace('/', '.')).replaceAll("\\.$", ""));
        // Sources are called as their package says; other files, as the classes that look for them
        // there.
        if (!pack.startsWith(Names.OURS) || !own.hasPackagesUnder(topOf(pack))) {
            return file;
        }
        return folder.substring(0, at)
                + OUR_FOLDERS
                + pack.substring(Names.OURS.length())
                        .replaceAll("^\\.", "")
                        .replace('.', '/')
                        .replaceAll("(?<=.)$", "/")
                + file.substring(folder.length());
    }

    /** The beginning of a package that is long enough to say whose it is. */
    private static String topOf(String pack) {
        String[] parts = pack.split("\\.", -1);
        return String.join(".", Arrays.copyOf(parts, Math.min(parts.length, 4)));
    }

    private void check(KnownClasses known, Absences absences, boolean compiler) {
        NameCheck check = new NameCheck(names);
        Map<String, String> java = new TreeMap<>();
        result.forEach(
                (file, text) -> {
                    Kind kind = Kind.of(file);
                    if (kind == Kind.JAVA || kind == Kind.OTHER_SOURCE) {
                        findings.addAll(check.findings(file, text, kind == Kind.JAVA));
                    }
                    if (kind == Kind.JAVA) {
                        java.put(file, text);
                    }
                    if (kind == Kind.SERVICES) {
                        services(file);
                    }
                });
        if (!compiler) {
            reasonForNoCalls =
                    "this Java has no compiler (it is no JDK), so calls of members that are not here were not looked for";
            return;
        }
        try {
            findings.addAll(CompilerCheck.findings(java, known, absences));
        } catch (RuntimeException e) {
            // The compiler has faults of its own; what else was found is worth telling.
            reasonForNoCalls =
                    "the compiler could not look at the sources, so calls of members that are not here were not looked for: "
                            + e;
        }
    }

    private void services(String file) {
        String service = file.substring(file.lastIndexOf('/') + 1);
        if (Names.concerns(service) && names.classIn(service) == null) {
            String instead = names.absences().instead(Names.flinks(service));
            findings.add(
                    new Finding(
                            file,
                            1,
                            service + " is not here" + (instead == null ? "" : ": " + instead)));
        }
    }

    /** What changes, by path. */
    List<FileChange> changes() {
        return changes;
    }

    /** Why calls were not looked at; null if they were. */
    String reasonForNoCalls() {
        return reasonForNoCalls;
    }

    /** What needs a hand, by file and line. */
    List<Finding> findings() {
        return List.copyOf(findings);
    }
}
