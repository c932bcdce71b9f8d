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

    private static final String KRYO =
            "Kryo is here in version 5, as in Flink 2, and what the jar brings of it is passed over;"
                    + " Flink 1.20 has version 2: write it for Kryo 5";

    private final FlinkNames names;
    private final ProgramFiles files;
    private final Path home;
    private final Absences absences = new Absences();
    private final Artifacts artifacts = new Artifacts();

    /**
     * @param files all that the program is loaded with
     * @param home the folder of the distribution; null if there is none
     */
    Remedies(FlinkNames names, ProgramFiles files, Path home) {
        this.names = names;
        this.files = files;
        this.home = home;
    }

    /** Null if nothing is known of it. */
    String of(Absence absence) {
        if (FlinkNames.isKryos(absence.within())) {
            return KRYO;
        }
        String ours = inConnector(absence);
        if (ours != null) {
            return ours;
        }
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

    /** What to give where only a connector of Flink's lacks it, and Millrace has its own. */
    private String inConnector(Absence absence) {
        Artifacts.Origin first = null;
        for (Absence.Place place : absence.places()) {
            Artifacts.Origin origin = artifacts.with(names.asWritten(place.className()));
            if (origin == null || origin.folder() == null || isGiven(origin.folder())) {
                return null;
            }
            first = first == null ? origin : first;
        }
        return first == null
                ? null
                : "it is Flink's "
                        + first.artifact()
                        + ", which the program brings, that uses it; Millrace has its own, which comes"
                        + " first where it is given: --classpath '"
                        + opt(first.folder())
                        + "/*'";
    }

    private String opt(String folder) {
        return home == null ? "opt/" + folder : home.resolve("opt").resolve(folder).toString();
    }

    private boolean isGiven(String folder) {
        return files.places().stream()
                .anyMatch(place -> place.location().getPath().contains("/opt/" + folder + "/"));
    }

    /** What to give so that a class is there. */
    private String whatToGive(String internalName, String flinks) {
        String folder = folderWith(internalName + ".class");
        if (folder != null) {
            return "it is in opt/"
                    + folder
                    + " of the distribution: --classpath '"
                    + opt(folder)
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
