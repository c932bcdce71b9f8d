// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.flink;

import io.millrace.cli.UsageException;
import io.millrace.cli.UserClassLoader;
import io.millrace.cli.lacking.AbsenceList;
import io.millrace.configuration.Configuration;
import io.millrace.rename.LinkCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program that was compiled against Flink, before it is started. */
public final class FlinkProgram {

    private final Path jar;
    private final String mainClass;
    private final RenamingClassLoader loader;

    private FlinkProgram(Path jar, String mainClass, RenamingClassLoader loader) {
        this.jar = jar;
        this.mainClass = mainClass;
        this.loader = loader;
    }

    /**
     * Opens its jars; nothing of it is loaded yet.
     *
     * @param jar the program
     * @param classPath the jar and all that is loaded with it
     * @param mainClass by either name
     * @throws UsageException if one of the jars can't be read
     */
    public static FlinkProgram of(
            Path jar,
            List<Path> classPath,
            String mainClass,
            ClassLoader parent,
            boolean parentFirst) {
        try {
            return new FlinkProgram(
                    jar, mainClass, new RenamingClassLoader(classPath, parent, parentFirst));
        } catch (IOException e) {
            throw new UsageException(
                    "What " + jar + " is to be loaded with can't be read: " + e.getMessage(), e);
        }
    }

    /** Loads it, renamed. */
    public UserClassLoader loader() {
        return loader;
    }

    /** Classes that settings name are called by the names that they have here. */
    public void renameSettings(Configuration configuration) {
        SettingNames.rename(configuration, loader.names().toMillrace());
    }

    /**
     * What it uses and would not find, in lines for people; empty if there is nothing.
     *
     * @param arguments of the program; the classes that they name are looked at, too
     * @param home the folder of the distribution; null if there is none
     * @throws UsageException if a class of it can't be renamed
     */
    public List<String> lacking(List<String> arguments, Path home) {
        try {
            LinkCheck.Result found =
                    new ProgramCode(loader).check(ProgramRoots.of(loader, mainClass, arguments));
            List<String> lines = new ArrayList<>();
            if (!found.absences().isEmpty()) {
                lines.add(jar + " uses what is not here:");
                lines.addAll(
                        new AbsenceList(
                                        loader.names()::asWritten,
                                        new Remedies(loader.names(), home)::of)
                                .lines(found.absences(), found.unreached()));
            }
            return lines;
        } catch (IOException e) {
            throw new UsageException(jar + " can't be run: " + e.getMessage(), e);
        }
    }
}
