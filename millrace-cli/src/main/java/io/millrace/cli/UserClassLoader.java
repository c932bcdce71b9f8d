// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads a user's jar and the jars in the folder {@code lib} of it: its own classes first, so that
 * it may bring other versions of the libraries the launcher uses (unless {@code
 * classloader.resolve-order} says otherwise); but what both sides must agree on (Java, Millrace,
 * SLF4J, Kryo) comes from the launcher where it has it.
 */
final class UserClassLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    private final boolean parentFirst;

    private final ContainedLibraries libraries;

    private UserClassLoader(
            URL[] jars, ContainedLibraries libraries, ClassLoader parent, boolean parentFirst) {
        super("user", jars, parent);
        this.libraries = libraries;
        this.parentFirst = parentFirst;
    }

    /**
     * @param parentFirst whether the launcher's classes win over those of the jar
     */
    static UserClassLoader of(Path jar, ClassLoader parent, boolean parentFirst) {
        ContainedLibraries libraries = ContainedLibraries.of(jar);
        List<URL> jars = new ArrayList<>();
        jars.add(url(jar));
        jars.addAll(libraries.urls());
        return new UserClassLoader(jars.toArray(new URL[0]), libraries, parent, parentFirst);
    }

    static URL url(Path jar) {
        try {
            return jar.toAbsolutePath().toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UsageException("The path " + jar + " can't be written as a URL", e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> found = findLoadedClass(name);
            if (found == null && !parentFirst && !isShared(name)) {
                try {
                    found = findClass(name);
                } catch (ClassNotFoundException e) {
                    found = null; // the parent may have it
                }
            }
            if (found == null) {
                return super.loadClass(name, resolve);
            }
            if (resolve) {
                resolveClass(found);
            }
            return found;
        }
    }

    /** What the launcher and the program hand each other, or both hand to the JVM. */
    private static boolean isShared(String name) {
        return name.startsWith("java.")
                || name.startsWith("javax.")
                || name.startsWith("jdk.")
                || name.startsWith("org.slf4j.")
                || name.startsWith("com.esotericsoftware.")
                || name.startsWith("io.millrace.") && !mayBeUsers(name);
    }

    /** Millrace's own examples are programs like any other. */
    static boolean mayBeUsers(String className) {
        return className.startsWith("io.millrace.example.");
    }

    void closeQuietly() {
        try {
            close();
        } catch (IOException e) {
            // The process ends or goes on without this jar; an open file is all that is lost.
            System.err.println("millrace: the jar could not be closed: " + e.getMessage());
        }
        libraries.close();
    }
}
