// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/**
 * Loads a user's jar, the jars in the folder {@code lib} of it and what was given besides: the
 * program's own classes first, so that it may bring other versions of the libraries the launcher
 * uses (unless {@code classloader.resolve-order} says otherwise); but what both sides must agree on
 * (Java, Millrace, SLF4J, Kryo) comes from the launcher where it has it.
 */
public class UserClassLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    /** The name of one that loads what was compiled against Flink; stack traces have it. */
    public static final String OF_FLINKS = "flink";

    private final boolean parentFirst;

    /**
     * @param classPath jars and folders
     * @param parentFirst whether the launcher's classes win over those of the program
     */
    UserClassLoader(List<Path> classPath, ClassLoader parent, boolean parentFirst) {
        this("user", classPath, parent, parentFirst);
    }

    /**
     * @param name as stack traces have it
     * @param classPath jars and folders
     * @param parentFirst whether the launcher's classes win over those of the program
     */
    protected UserClassLoader(
            String name, List<Path> classPath, ClassLoader parent, boolean parentFirst) {
        super(name, classPath.stream().map(UserClassLoader::url).toArray(URL[]::new), parent);
        this.parentFirst = parentFirst;
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
    }
}
