// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.flink;

import io.millrace.cli.flink.ProgramFiles.Place;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where a program begins: its main class, and what its arguments name. A runner of tests is told by
 * arguments which classes, or jars and folders full of them, to run.
 */
final class ProgramRoots {

    private static final Pattern NAME =
            Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)+");
    private static final String CLASS = ".class";

    private final RenamingClassLoader loader;
    private final Set<String> named = new LinkedHashSet<>();
    private String main;

    private ProgramRoots(RenamingClassLoader loader) {
        this.loader = loader;
    }

    static ProgramRoots of(RenamingClassLoader loader, String mainClass, List<String> arguments)
            throws IOException {
        ProgramRoots roots = new ProgramRoots(loader);
        roots.main = roots.ofProgram(mainClass);
        for (String argument : arguments) {
            roots.lookAt(argument);
            roots.lookAt(argument.substring(argument.lastIndexOf('=') + 1));
        }
        return roots;
    }

    /** The class whose main method is run, by its internal name here; null if there is none. */
    String main() {
        return main;
    }

    /** The classes that arguments name, likewise: who is told of them may run any method. */
    Set<String> named() {
        return named;
    }

    private void add(String className) throws IOException {
        String name = ofProgram(className);
        if (name != null) {
            named.add(name);
        }
    }

    /** The internal name here of a class of the program; null if it has none of that name. */
    private String ofProgram(String className) throws IOException {
        String name = loader.names().toMillrace().className(className).replace('.', '/');
        return loader.classFile(name) == null ? null : name;
    }

    private void lookAt(String argument) throws IOException {
        if (NAME.matcher(argument).matches()) {
            add(argument);
        }
        for (String each : argument.split(File.pathSeparator, -1)) {
            URL location = location(each);
            for (Place place : loader.files().places()) {
                if (location != null && place.location().sameFile(location)) {
                    addAll(place);
                }
            }
        }
    }

    /** Null if it can be no path. */
    private static URL location(String argument) {
        try {
            return argument.isEmpty()
                    ? null
                    : Path.of(argument).toAbsolutePath().normalize().toUri().toURL();
        } catch (InvalidPathException | IOException e) {
            return null;
        }
    }

    private void addAll(Place place) throws IOException {
        for (String path : place.paths()) {
            if (path.endsWith(CLASS) && !path.startsWith("META-INF/")) {
                add(path.substring(0, path.length() - CLASS.length()).replace('/', '.'));
            }
        }
    }
}
