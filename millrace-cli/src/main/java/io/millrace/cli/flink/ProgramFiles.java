// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.flink;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * The files of a program, by their paths: in jars (of each the version for this Java), in the jars
 * that the manifests of these name, and in folders. Signatures are not looked at: they do not hold
 * for what is renamed.
 */
final class ProgramFiles implements Closeable {

    /** One jar or folder. */
    abstract static class Place implements Closeable {
        private final URL location;

        private Place(Path path) throws MalformedURLException {
            location = path.toAbsolutePath().toUri().toURL();
        }

        URL location() {
            return location;
        }

        /** Null if there is no such file. */
        abstract byte[] read(String path) throws IOException;

        abstract boolean has(String path);

        /** Null if there is none. */
        byte[] manifest() throws IOException {
            return read(JarFile.MANIFEST_NAME);
        }

        /** All paths of files. */
        abstract List<String> paths() throws IOException;
    }

    /** A file that was found. */
    record Found(Place place, String path) {
        byte[] read() throws IOException {
            return place.read(path);
        }
    }

    private final List<Place> places = new ArrayList<>();

    /**
     * @throws IOException if a jar can't be read; what was opened is closed then
     */
    ProgramFiles(List<Path> classPath) throws IOException {
        Set<Path> seen = new LinkedHashSet<>();
        try {
            for (Path path : classPath) {
                open(path.toAbsolutePath().normalize(), seen);
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private void open(Path path, Set<Path> seen) throws IOException {
        if (!seen.add(path)) {
            return;
        }
        if (Files.isDirectory(path)) {
            places.add(new Folder(path));
            return;
        }
        Jar jar = new Jar(path);
        places.add(jar);
        for (Path named : jar.classPath(path)) {
            try {
                open(named, seen);
            } catch (ZipException e) {
                continue; // as Java's own class path passes over what is no jar
            }
        }
    }

    List<Place> places() {
        return places;
    }

    /** The first file of that path; null if there is none. */
    Found find(String path) {
        for (Place place : places) {
            if (place.has(path)) {
                return new Found(place, path);
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        for (Place place : places) {
            place.close();
        }
    }

    private static final class Jar extends Place {
        private final JarFile file;

        Jar(Path path) throws IOException {
            super(path);
            try {
                file =
                        new JarFile(
                                path.toFile(), false, ZipFile.OPEN_READ, JarFile.runtimeVersion());
            } catch (ZipException e) {
                throw (ZipException)
                        new ZipException(path + " is no jar: " + e.getMessage()).initCause(e);
            }
        }

        @Override
        byte[] read(String path) throws IOException {
            JarEntry entry = file.getJarEntry(path);
            if (entry == null) {
                return null;
            }
            try (InputStream in = file.getInputStream(entry)) {
                return in.readAllBytes();
            }
        }

        @Override
        boolean has(String path) {
            JarEntry entry = file.getJarEntry(path);
            return entry != null && !entry.isDirectory();
        }

        @Override
        List<String> paths() {
            return file.versionedStream()
                    .filter(entry -> !entry.isDirectory())
                    .map(JarEntry::getName)
                    .toList();
        }

        /** The jars and folders that the manifest names and that are there. */
        List<Path> classPath(Path path) throws IOException {
            Manifest manifest = file.getManifest();
            String named =
                    manifest == null
                            ? null
                            : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            List<Path> paths = new ArrayList<>();
            for (String each : Objects.requireNonNullElse(named, "").split("\\s+", 0)) {
                try {
                    URI uri = path.toUri().resolve(new URI(each));
                    if (!each.isEmpty() && "file".equals(uri.getScheme())) {
                        Path found = Path.of(uri).normalize();
                        if (Files.isReadable(found)) {
                            paths.add(found);
                        }
                    }
                } catch (URISyntaxException | IllegalArgumentException e) {
                    continue; // as Java's own class path passes over what it can't follow
                }
            }
            return paths;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    private static final class Folder extends Place {
        private final Path root;

        Folder(Path root) throws MalformedURLException {
            super(root);
            this.root = root;
        }

        private Path file(String path) {
            try {
                Path file = root.resolve(path).normalize();
                return file.startsWith(root) && Files.isRegularFile(file) ? file : null;
            } catch (InvalidPathException e) {
                return null; // no file can be called so
            }
        }

        @Override
        byte[] read(String path) throws IOException {
            Path file = file(path);
            return file == null ? null : Files.readAllBytes(file);
        }

        @Override
        boolean has(String path) {
            return file(path) != null;
        }

        @Override
        byte[] manifest() {
            return null; // as Java's own class path has it
        }

        @Override
        List<String> paths() throws IOException {
            try (var tree = Files.walk(root)) {
                return tree.filter(Files::isRegularFile)
                        .map(root::relativize)
                        .map(file -> file.toString().replace(File.separatorChar, '/'))
                        .toList();
            }
        }

        @Override
        public void close() {
            // Nothing is held open.
        }
    }
}
