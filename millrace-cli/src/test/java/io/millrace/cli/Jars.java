// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import program.Programs;

/** Jars of test programs. */
final class Jars {

    private Jars() {}

    /** A jar with all {@link Programs}; null for one whose manifest names no main class. */
    static Path of(Path file, Class<?> mainClass) throws IOException {
        return of(file, Programs.class, mainClass == null ? null : mainClass.getName());
    }

    /** A jar with the classes of a package, found where one of them was loaded from. */
    static Path of(Path file, Class<?> anyClass, String mainClass) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (mainClass != null) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        }
        Path root = rootOf(anyClass);
        Path folder = root.resolve(anyClass.getPackageName().replace('.', '/'));
        List<Path> classes;
        try (Stream<Path> files = Files.list(folder)) {
            classes = files.filter(f -> f.toString().endsWith(".class")).sorted().toList();
        }
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Path one : classes) {
                jar.putNextEntry(new ZipEntry(root.relativize(one).toString()));
                Files.copy(one, jar);
                jar.closeEntry();
            }
        }
        return file;
    }

    /** Puts a jar with one resource into a jar. */
    static void addLibrary(Path jar, String name, String resource, String text) throws IOException {
        ByteArrayOutputStream library = new ByteArrayOutputStream();
        try (JarOutputStream inner = new JarOutputStream(library)) {
            inner.putNextEntry(new ZipEntry(resource));
            inner.write(text.getBytes(StandardCharsets.UTF_8));
            inner.closeEntry();
        }
        try (FileSystem files = FileSystems.newFileSystem(jar)) {
            Path inJar = files.getPath(name);
            Files.createDirectories(inJar.getParent());
            Files.write(inJar, library.toByteArray());
        }
    }

    private static Path rootOf(Class<?> anyClass) {
        try {
            return Path.of(anyClass.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
