// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import io.millrace.annotation.Internal;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Small things about files, most of them on the local disk. */
@Internal
public final class FileUtils {

    public static final String CLASS_FILE_EXTENSION = "class";

    public static final String PACKAGE_SEPARATOR = ".";

    private FileUtils() {}

    /** Writes until nothing is left in the buffer. */
    public static void writeCompletely(WritableByteChannel channel, ByteBuffer src)
            throws IOException {
        while (src.hasRemaining()) {
            channel.write(src);
        }
    }

    /** What is in the directory, without what is in its directories. */
    public static Path[] listDirectory(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toArray(Path[]::new);
        }
    }

    /** A name that no other file has, with this beginning. */
    public static String getRandomFilename(String prefix) {
        return prefix + UUID.randomUUID().toString().replace("-", "");
    }

    /** The whole text. */
    public static String readFile(File file, String charsetName) throws IOException {
        return new String(Files.readAllBytes(file.toPath()), charsetName);
    }

    /** The whole text. */
    public static String readFileUtf8(File file) throws IOException {
        return readFile(file, StandardCharsets.UTF_8.name());
    }

    /** Writes a text, in place of what the file held. */
    public static void writeFile(File file, String contents, String encoding) throws IOException {
        Files.write(file.toPath(), contents.getBytes(encoding));
    }

    /** Writes a text, in place of what the file held. */
    public static void writeFileUtf8(File file, String contents) throws IOException {
        writeFile(file, contents, StandardCharsets.UTF_8.name());
    }

    /** All bytes. */
    public static byte[] readAllBytes(Path path) throws IOException {
        return Files.readAllBytes(path);
    }

    /** Deletes a file, or a directory and all that is in it; what is not there is gone already. */
    public static void deleteFileOrDirectory(File file) throws IOException {
        if (Files.isDirectory(file.toPath(), java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
            deleteDirectory(file);
        } else {
            Files.deleteIfExists(file.toPath());
        }
    }

    /**
     * Deletes a directory and all that is in it; what is not there is gone already. Links are
     * deleted, and what they lead to stays.
     *
     * @throws IOException when it is no directory, or something can't be deleted
     */
    public static void deleteDirectory(File directory) throws IOException {
        if (!Files.exists(directory.toPath(), java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        cleanDirectory(directory);
        Files.deleteIfExists(directory.toPath());
    }

    /** The same; that something could not be deleted is nobody's concern. */
    @SuppressWarnings("EmptyCatch") // as the name has it
    public static void deleteDirectoryQuietly(File directory) {
        if (directory == null) {
            return;
        }
        try {
            deleteDirectory(directory);
        } catch (IOException e) {
            // As asked for.
        }
    }

    /**
     * Deletes all that is in a directory.
     *
     * @throws IOException when it is no directory, or something can't be deleted
     */
    public static void cleanDirectory(File directory) throws IOException {
        if (!directory.isDirectory()) {
            throw directory.exists()
                    ? new IOException(directory + " is not a directory")
                    : new FileNotFoundException(directory + " does not exist");
        }
        for (Path entry : listDirectory(directory.toPath())) {
            try {
                deleteFileOrDirectory(entry.toFile());
            } catch (NoSuchFileException e) {
                continue; // somebody else was quicker
            }
        }
    }

    /**
     * Copies a file, or a directory and all that is in it, between any two file systems.
     *
     * @param executable whether a copy on the local disk can be executed
     */
    public static void copy(
            io.millrace.core.fs.Path sourcePath,
            io.millrace.core.fs.Path targetPath,
            boolean executable)
            throws IOException {
        FileSystem from = sourcePath.getFileSystem();
        FileSystem to = targetPath.getFileSystem();
        if (to.exists(targetPath)) {
            return;
        }
        if (from.getFileStatus(sourcePath).isDir()) {
            to.mkdirs(targetPath);
            for (FileStatus entry : from.listStatus(sourcePath)) {
                copy(
                        entry.getPath(),
                        new io.millrace.core.fs.Path(targetPath, entry.getPath().getName()),
                        executable);
            }
            return;
        }
        try (FSDataInputStream in = from.open(sourcePath);
                FSDataOutputStream out = to.create(targetPath, FileSystem.WriteMode.NO_OVERWRITE)) {
            in.transferTo(out);
        }
        if (executable && !to.isDistributedFS()) {
            File local = new File(targetPath.toUri().getPath());
            if (!local.setExecutable(true)) {
                throw new IOException(local + " can't be made executable");
            }
        }
    }

    /** Puts a directory and all that is in it into a zip file. */
    public static io.millrace.core.fs.Path compressDirectory(
            io.millrace.core.fs.Path directory, io.millrace.core.fs.Path target)
            throws IOException {
        FileSystem files = directory.getFileSystem();
        try (ZipOutputStream zip =
                new ZipOutputStream(
                        target.getFileSystem().create(target, FileSystem.WriteMode.NO_OVERWRITE))) {
            compress(files, directory, "", zip);
        }
        return target;
    }

    private static void compress(
            FileSystem files,
            io.millrace.core.fs.Path directory,
            String prefix,
            ZipOutputStream zip)
            throws IOException {
        for (FileStatus entry : files.listStatus(directory)) {
            String name = prefix + entry.getPath().getName();
            if (entry.isDir()) {
                zip.putNextEntry(new ZipEntry(name + "/"));
                compress(files, entry.getPath(), name + "/", zip);
            } else {
                zip.putNextEntry(new ZipEntry(name));
                try (InputStream in = files.open(entry.getPath())) {
                    in.transferTo(zip);
                }
                zip.closeEntry();
            }
        }
    }

    /**
     * Takes a zip file apart.
     *
     * @return the first thing that was in it, below the directory
     */
    public static io.millrace.core.fs.Path expandDirectory(
            io.millrace.core.fs.Path file, io.millrace.core.fs.Path targetDirectory)
            throws IOException {
        FileSystem files = targetDirectory.getFileSystem();
        String first = null;
        try (ZipInputStream zip = new ZipInputStream(file.getFileSystem().open(file))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                String name = entry.getName();
                if (List.of(name.split("/")).contains("..") || name.startsWith("/")) {
                    throw new IOException(
                            "The zip file " + file + " has an entry outside of itself: " + name);
                }
                first = first == null ? name.replaceAll("/.*", "") : first;
                io.millrace.core.fs.Path target =
                        new io.millrace.core.fs.Path(targetDirectory, name);
                if (entry.isDirectory()) {
                    files.mkdirs(target);
                } else {
                    files.mkdirs(target.getParent());
                    try (OutputStream out =
                            files.create(target, FileSystem.WriteMode.NO_OVERWRITE)) {
                        zip.transferTo(out);
                    }
                }
            }
        }
        return new io.millrace.core.fs.Path(targetDirectory, first == null ? "." : first);
    }

    /** The files in a directory and in its directories for which the condition holds. */
    public static Collection<Path> listFilesInDirectory(Path directory, Predicate<Path> fileFilter)
            throws IOException {
        try (Stream<Path> entries = Files.walk(directory)) {
            return entries.filter(Files::isRegularFile).filter(fileFilter).toList();
        }
    }

    /** Bytes of all files in a directory and in its directories, or of a file. */
    public static long getDirectoryFilesSize(Path path, FileVisitOption... options)
            throws IOException {
        long size = 0;
        try (Stream<Path> entries = Files.walk(path, options)) {
            for (Path entry : entries.filter(Files::isRegularFile).toList()) {
                size += Files.size(entry);
            }
        }
        return size;
    }

    /** The path from the root on. */
    public static io.millrace.core.fs.Path absolutizePath(io.millrace.core.fs.Path pathToAbsolutize)
            throws IOException {
        return pathToAbsolutize.isAbsolute()
                ? pathToAbsolutize
                : new io.millrace.core.fs.Path(
                        pathToAbsolutize.getFileSystem().getWorkingDirectory(), pathToAbsolutize);
    }

    /** The path as seen from another; what is relative already stays. */
    public static Path relativizePath(Path basePath, Path pathToRelativize) {
        return pathToRelativize.isAbsolute()
                ? basePath.relativize(pathToRelativize)
                : pathToRelativize;
    }

    /** Where the process was started. */
    public static Path getCurrentWorkingDirectory() {
        return Path.of(System.getProperty("user.dir"));
    }

    /** Whether the name ends as that of a jar does. */
    public static boolean isJarFile(Path file) {
        return file.toString().endsWith(".jar");
    }

    /** The name up to its last dot. */
    public static String stripFileExtension(String fileName) {
        int dot = fileName.lastIndexOf('.');
        return dot < 0 ? fileName : fileName.substring(0, dot);
    }

    /** Where the path leads when every link in it is followed. */
    public static Path getTargetPathIfContainsSymbolicPath(Path path) throws IOException {
        Path real = path;
        Path rest = Path.of("");
        while (real != null) {
            if (Files.isSymbolicLink(real)) {
                return real.toRealPath().resolve(rest);
            }
            rest = real.getFileName() == null ? rest : real.getFileName().resolve(rest);
            real = real.getParent();
        }
        return path;
    }

    /** The path as the address of a file. */
    public static URL toURL(Path path) throws MalformedURLException {
        return path.toUri().toURL();
    }
}
