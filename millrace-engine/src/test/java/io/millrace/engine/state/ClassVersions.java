// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;

/** Compiles versions of a program's classes, all in the package {@code program}. */
public final class ClassVersions {

    private final Path folder;
    private int versions;

    public ClassVersions(Path folder) {
        this.folder = folder;
    }

    /**
     * A loader of one version.
     *
     * @param sources by the simple name of the class, without the line that names the package
     */
    public ClassLoader version(Map<String, String> sources) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("v" + versions++));
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "-d",
                                classes.toString(),
                                "-proc:none",
                                "-cp",
                                System.getProperty("java.class.path")
                                        + java.io.File.pathSeparator
                                        + System.getProperty("jdk.module.path", "")));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = classes.resolve(source.getKey() + ".java");
            Files.writeString(file, "package program; " + source.getValue());
            arguments.add(file.toString());
        }
        int result =
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, arguments.toArray(String[]::new));
        assertThat(result).as("compiles").isZero();
        return new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, ClassVersions.class.getClassLoader());
    }
}
