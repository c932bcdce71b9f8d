// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.flink;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Where a class that is not there comes from: a folder of {@code opt/} of the distribution, or an
 * artifact of Flink's that a program bundles or is given (read from {@code artifacts.tsv}).
 */
final class Artifacts {

    private static final String TABLE = "artifacts.tsv";

    private final Path home;
    private final List<String[]> rows = new ArrayList<>();

    /**
     * @param home the folder of the distribution; null if there is none
     */
    Artifacts(Path home) {
        this.home = home;
        try (InputStream in = Artifacts.class.getResourceAsStream(TABLE);
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    rows.add(line.split("\t", -1));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What to give so that a class is there; null if nothing is known of it.
     *
     * @param internalName its name here
     * @param flinks its name in Flink, with dots
     */
    String with(String internalName, String flinks) {
        String folder = folderWith(internalName + ".class");
        if (folder != null) {
            return "it is in opt/"
                    + folder
                    + " of the distribution: --classpath '"
                    + home.resolve("opt").resolve(folder)
                    + "/*'";
        }
        String[] best = null;
        for (String[] row : rows) {
            if (flinks.startsWith(row[0]) && (best == null || best[0].length() < row[0].length())) {
                best = row;
            }
        }
        if (best == null) {
            return null;
        }
        String ours =
                best[2].equals("-") ? "" : ", or opt/" + best[2] + " of Millrace's distribution,";
        return "it is in Flink's "
                + best[1]
                + ", which the program does not bring: give that jar"
                + ours
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
