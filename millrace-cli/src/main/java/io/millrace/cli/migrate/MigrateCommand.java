// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import io.millrace.cli.Surroundings;
import io.millrace.cli.UsageException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code millrace migrate}. */
@Command(
        name = "migrate",
        description = {
            "Brings a source tree from Flink's names to Millrace's: sources, build files, services and settings.",
            "Shows what it would change as a patch, and reports what Millrace lacks. Writes only if told so."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done, or shown; nothing that the tree uses is lacking",
            "1:done, or shown; the places that were reported need a hand",
            "2:wrong usage, or changes that no commit has; nothing was written",
            "4:a file could not be read or written"
        })
public final class MigrateCommand implements Callable<Integer> {

    private static final int DONE = 0;
    private static final int LACKING = 1;
    private static final int FILES = 4;

    /** So many files are named of a list that goes on. */
    private static final int MOST_NAMED = 10;

    @Option(names = "--write", description = "Change the files. Without it nothing is written.")
    private boolean write;

    @Option(
            names = "--no-diff",
            description = "Do not show the patch, only the files and the report.")
    private boolean noDiff;

    @Option(
            names = "--allow-dirty",
            description = "Write files, too, that hold what no git commit has.")
    private boolean allowDirty;

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            description =
                    "Jars and folders that the sources need besides Millrace; the more of them, the more the compiler can tell.")
    private String classPath = "";

    @Parameters(paramLabel = "DIR", description = "The root of the source tree.")
    private Path directory;

    private final Surroundings surroundings;

    public MigrateCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (!Files.isDirectory(directory)) {
            throw new UsageException(
                    directory + (Files.exists(directory) ? " is no folder" : " does not exist"));
        }
        try {
            return migrate();
        } catch (IOException e) {
            surroundings.say("the tree could not be read: " + e);
            return FILES;
        }
    }

    private int migrate() throws IOException, InterruptedException {
        SourceTree tree = SourceTree.read(directory.toRealPath());
        KnownClasses known = new KnownClasses(classPath());
        Migration migration = Migration.of(tree, known, version(), Migration.hasCompiler());
        List<FileChange> changes = migration.changes();
        if (write && !allowDirty) {
            refuseUncommitted(tree, changes);
        }
        for (FileChange change : changes) {
            show(change);
        }
        if (migration.reasonForNoCalls() != null) {
            surroundings.warn(migration.reasonForNoCalls());
        }
        report(migration);
        if (write && !written(tree, changes)) {
            return FILES;
        }
        conclude(migration);
        return migration.findings().isEmpty() ? DONE : LACKING;
    }

    private List<Path> classPath() throws IOException {
        String home = surroundings.variables().get("MILLRACE_HOME");
        List<Path> all =
                new ArrayList<>(KnownClasses.ofLauncher(home == null ? null : Path.of(home)));
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            try {
                if (entry.endsWith(File.separator + "*")) {
                    try (var jars = Files.newDirectoryStream(Path.of(entry).getParent(), "*.jar")) {
                        jars.forEach(all::add);
                    }
                } else if (!entry.isEmpty()) {
                    all.add(Path.of(entry));
                }
            } catch (InvalidPathException e) {
                throw new UsageException("--classpath: " + e.getMessage(), e);
            }
        }
        return all;
    }

    private static String version() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = MigrateCommand.class.getResourceAsStream("migrate.properties")) {
            properties.load(in);
        }
        return properties.getProperty("version");
    }

    private void refuseUncommitted(SourceTree tree, List<FileChange> changes)
            throws IOException, InterruptedException {
        List<String> dirty = GitState.uncommitted(tree.root(), changes);
        if (dirty == null || dirty.isEmpty()) {
            return;
        }
        StringBuilder message = new StringBuilder();
        message.append(dirty.size() == 1 ? "a file" : dirty.size() + " files");
        message.append(" to be changed would not come back with git, for no commit has what");
        message.append(dirty.size() == 1 ? " it holds" : " they hold");
        message.append("; commit first, or say --allow-dirty. Nothing was written:");
        dirty.stream()
                .limit(MOST_NAMED)
                .forEach(file -> message.append("\n  ").append(shown(file)));
        if (dirty.size() > MOST_NAMED) {
            message.append("\n  ... and ").append(dirty.size() - MOST_NAMED).append(" more");
        }
        throw new UsageException(message.toString());
    }

    private void show(FileChange change) {
        if (noDiff) {
            String moved = change.isMove() ? " -> " + shown(change.to()) : "";
            surroundings.out().println(shown(change.from()) + moved);
        } else {
            byte[] patch = UnifiedDiff.of(change).getBytes(StandardCharsets.ISO_8859_1);
            surroundings.out().write(patch, 0, patch.length);
        }
    }

    private void report(Migration migration) {
        List<Finding> findings = migration.findings();
        if (findings.isEmpty()) {
            return;
        }
        surroundings.out().println();
        surroundings
                .out()
                .println(
                        findings.size() == 1
                                ? "One place needs a hand:"
                                : findings.size() + " places need a hand:");
        for (Finding finding : findings) {
            surroundings.out().println(place(finding, migration) + ": " + finding.text());
        }
    }

    /** File and line as they are when the command has ended. */
    private String place(Finding finding, Migration migration) {
        for (FileChange change : migration.changes()) {
            if (change.to().equals(finding.file())) {
                return write
                        ? shown(change.to()) + ":" + UnifiedDiff.lineAfter(change, finding.line())
                        : shown(change.from()) + ":" + finding.line();
            }
        }
        return shown(finding.file()) + ":" + finding.line();
    }

    /** A path as it is called from where the command was given. */
    private String shown(String file) {
        // The tree's paths came from the file system, so they can be put together again.
        return directory.resolve(file).normalize().toString();
    }

    private boolean written(SourceTree tree, List<FileChange> changes) {
        int done = 0;
        for (FileChange change : changes) {
            try {
                Written.write(tree.root(), change);
                done++;
            } catch (IOException e) {
                surroundings.say(
                        shown(change.from())
                                + " could not be written and is as it was: "
                                + e
                                + ". "
                                + done
                                + " of "
                                + changes.size()
                                + " files are done; the command goes on from there when given again");
                return false;
            }
        }
        return true;
    }

    private void conclude(Migration migration) {
        List<FileChange> changes = migration.changes();
        surroundings.out().println();
        if (changes.isEmpty()) {
            surroundings.out().println("Nothing to change.");
        } else {
            long moved = changes.stream().filter(FileChange::isMove).count();
            surroundings
                    .out()
                    .println(
                            (changes.size() == 1 ? "1 file" : changes.size() + " files")
                                    + (write ? " changed" : " to change")
                                    + (moved == 0 ? "" : ", " + moved + " of them moved")
                                    + (write
                                            ? "."
                                            : "; nothing was written: add --write for that."));
        }
        surroundings.out().flush();
    }
}
