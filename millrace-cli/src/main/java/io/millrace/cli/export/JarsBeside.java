// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.zip.ZipException;

/**
 * The jars that a job's manifest names in its {@code Class-Path}. They are found beside the jar,
 * and here it runs with them; a cluster is given one jar, so they go into it.
 */
final class JarsBeside {

    private final Set<Path> jars = new LinkedHashSet<>();
    private final Set<String> remarks = new TreeSet<>();

    /** Finds them, and what their manifests name in turn. */
    JarsBeside(Path jar) throws IOException {
        Path start = jar.toAbsolutePath().normalize();
        jars.add(start);
        List<Path> open = new ArrayList<>(List.of(start));
        for (int i = 0; i < open.size(); i++) {
            for (Path each : namedBy(open.get(i)).present()) {
                if (Files.isDirectory(each)) {
                    remarks.add(
                            "the manifest's Class-Path names the folder "
                                    + each
                                    + ", which does not go along: what the job needs of it has to be"
                                    + " in the jar");
                } else if (jars.add(each)) {
                    open.add(each);
                }
            }
        }
        jars.remove(start);
    }

    private ManifestClassPath namedBy(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile(), false)) {
            ManifestClassPath path = ManifestClassPath.of(file.getManifest(), jar);
            for (String each : path.missing()) {
                remarks.add(
                        "the manifest of "
                                + jar.getFileName()
                                + " names "
                                + each
                                + " in its Class-Path, which is not there");
            }
            return path;
        } catch (ZipException e) {
            jars.remove(jar);
            remarks.add("the manifest's Class-Path names " + jar + ", which is no jar");
            return new ManifestClassPath(List.of(), List.of());
        }
    }

    /** The jar with all of them in its folder of libraries; itself if there are none. */
    byte[] in(byte[] jar) throws IOException {
        if (jars.isEmpty()) {
            return jar;
        }
        JarContents contents = JarContents.read(jar);
        for (Path each : jars) {
            contents.putLibrary(each.getFileName().toString(), Files.readAllBytes(each));
        }
        contents.removeClassPath();
        return contents.write();
    }

    /** What there is to know about them, a sentence each. */
    Set<String> remarks() {
        Set<String> all = new TreeSet<>(remarks);
        if (!jars.isEmpty()) {
            all.add(
                    "took along "
                            + String.join(
                                    ", ",
                                    jars.stream()
                                            .map(each -> each.getFileName().toString())
                                            .toList())
                            + ", which the manifest names in its Class-Path");
        }
        return all;
    }
}
