// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testutils.junit.utils;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes files and directories in the directory that JUnit 5 has given to a test. */
public class TempDirUtils {

    public TempDirUtils() {}

    /** A new directory. */
    public static File newFolder(Path base) throws IOException {
        return Files.createTempDirectory(base, "folder").toFile();
    }

    /** A new, empty file. */
    public static File newFile(Path base) throws IOException {
        return Files.createTempFile(base, "file", null).toFile();
    }

    /** A directory by its path, each part a name. */
    public static File newFolder(Path base, String... folderNames) throws IOException {
        Path path = base;
        for (String name : folderNames) {
            path = path.resolve(name);
        }
        return Files.createDirectories(path).toFile();
    }

    /** A new, empty file of this name. */
    public static File newFile(Path base, String fileName) throws IOException {
        return Files.createFile(base.resolve(fileName)).toFile();
    }
}
