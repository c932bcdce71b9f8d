// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.flink;

import io.millrace.cli.lacking.Absences;
import io.millrace.cli.lacking.Artifacts;
import io.millrace.rename.Absence;
import io.millrace.rename.Absence.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** What a person does about a thing that a program of Flink's lacks here. */
final class Remedies {

    private final FlinkNames names;
    private final Path home;
    private final Absences absences = new Absences();
    private final Artifacts artifacts = new Artifacts();

    /**
     * @param home the folder of the distribution; null if there is none
     */
    Remedies(FlinkNames names, Path home) {
        this.names = names;
        this.home = home;
    }

    /** Null if nothing is known of it. */
    String of(Absence absence) {
        String owner = names.asWritten(absence.within());
        boolean isClass = absence.kind() == Kind.CLASS;
        String remedy =
                isClass
                        ? whatToGive(absence.owner(), owner)
                        : absences.insteadOfMember(owner.replace('$', '.'), absence.name());
        if (remedy != null) {
            return remedy;
        }
        return isClass
                ? absences.instead(owner.replace('$', '.'))
                : absences.insteadOfMember(absence.name());
    }

    /** What to give so that a class is there. */
    private String whatToGive(String internalName, String flinks) {
        String folder = folderWith(internalName + ".class");
        if (folder != null) {
            return "it is in opt/"
                    + folder
                    + " of the distribution: --classpath '"
                    + home.resolve("opt").resolve(folder)
                    + "/*'";
        }
        Artifacts.Origin origin = artifacts.with(flinks);
        if (origin == null) {
            return null;
        }
        return "it is in Flink's "
                + origin.artifact()
                + ", which the program does not bring: give that jar"
                + (origin.folder() == null
                        ? ""
                        : ", or opt/" + origin.folder() + " of Millrace's distribution,")
                + " and what it needs with --classpath";
    }

    /** Null if there is none. */
    private String folderWith(String path) {
        Path opt = home == null ? null : home.resolve("opt");
        if (opt == null || !Files.isDirectory(opt)) {
            return null;
        }
        try (Stream<Path> jars = Files.walk(opt, 2)) {
            return jars.filter(file -> file.toString().endsWith(".jar"))
                    .filter(file -> holds(file, path))
                    .map(file -> file.getParent().getFileName().toString())
                    .findFirst()
                    .orElse(null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean holds(Path file, String path) {
        try (JarFile jar = new JarFile(file.toFile(), false)) {
            return jar.getEntry(path) != null;
        } catch (IOException e) {
            return false; // of no use to whoever is told
        }
    }
}
