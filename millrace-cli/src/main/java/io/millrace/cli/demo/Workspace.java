// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.demo;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** A folder for output, checkpoints and logs, which goes when the demo does. */
record Workspace(Path folder) implements AutoCloseable {

    static Workspace create() throws IOException {
        return new Workspace(Files.createTempDirectory("millrace-demo-"));
    }

    Path output() {
        return folder.resolve("output");
    }

    Path checkpoints() {
        return folder.resolve("checkpoints");
    }

    Path settings(int child) {
        return folder.resolve("child-" + child + ".properties");
    }

    Path log(int child) {
        return folder.resolve("child-" + child + ".log");
    }

    /** Removes everything; what is gone already is no error. */
    @Override
    public void close() throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(
                folder,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.deleteIfExists(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e)
                            throws IOException {
                        if (e instanceof NoSuchFileException) {
                            return FileVisitResult.CONTINUE;
                        }
                        throw e;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path directory, IOException e)
                            throws IOException {
                        Files.deleteIfExists(directory);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
