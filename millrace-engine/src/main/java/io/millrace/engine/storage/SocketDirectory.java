// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The directory in which processes of one user find each other's sockets. Whoever can open a socket
 * may steer the jobs behind it, so nobody else may open the directory: it belongs to the user, has
 * mode 0700, and is no link. What is otherwise is refused, and never repaired: somebody else may
 * have made it so.
 */
public final class SocketDirectory {

    private static final String SUFFIX = ".sock";
    private static final Set<PosixFilePermission> OWNER_ONLY =
            EnumSet.of(
                    PosixFilePermission.OWNER_READ,
                    PosixFilePermission.OWNER_WRITE,
                    PosixFilePermission.OWNER_EXECUTE);

    private final Path directory;

    private SocketDirectory(Path directory) {
        this.directory = directory;
    }

    /**
     * The one that is meant.
     *
     * @param named as a setting or option has it; null for the usual one: {@code millrace} in
     *     {@code XDG_RUNTIME_DIR} or, where there is none, {@code millrace-<user id>} in {@code
     *     java.io.tmpdir}
     * @param runtimeDirectory the value of {@code XDG_RUNTIME_DIR}; may be null
     */
    public static SocketDirectory of(String named, String runtimeDirectory) {
        if (named != null && !named.isBlank()) {
            return new SocketDirectory(Path.of(named).toAbsolutePath());
        }
        if (runtimeDirectory != null
                && runtimeDirectory.startsWith("/")
                && Files.isWritable(Path.of(runtimeDirectory))) {
            return new SocketDirectory(Path.of(runtimeDirectory, "millrace"));
        }
        return new SocketDirectory(
                Path.of(System.getProperty("java.io.tmpdir"), "millrace-" + user())
                        .toAbsolutePath());
    }

    /** The user's number where the system tells it, else the name. */
    private static String user() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").toString();
        } catch (IOException | RuntimeException e) {
            return System.getProperty("user.name").replaceAll("[^A-Za-z0-9._-]", "_");
        }
    }

    /**
     * Makes it where it is not there, and makes sure that it is the user's alone.
     *
     * @throws IOException it is not, or can't be made; saying what is wrong with it
     */
    public void take() throws IOException {
        try {
            Files.createDirectories(directory.getParent());
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } catch (FileAlreadyExistsException e) {
            // Looked at below, as is the one just made.
        } catch (UnsupportedOperationException e) {
            throw new IOException("The file system of " + directory + " knows no permissions.", e);
        }
        check();
    }

    /** Removes it if there is nothing in it. */
    public void leave() {
        try {
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            return; // others use it
        }
    }

    /** Whether it is there. */
    public boolean exists() {
        return Files.exists(directory, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Makes sure that the directory is the user's alone.
     *
     * @throws NoSuchFileException it is not there
     * @throws IOException saying what is wrong with it
     */
    public void check() throws IOException {
        PosixFileAttributes found =
                Files.readAttributes(
                        directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!found.isDirectory()) {
            throw refused(found.isSymbolicLink() ? "it is a link" : "it is no directory");
        }
        Set<PosixFilePermission> others = EnumSet.copyOf(found.permissions());
        others.removeAll(OWNER_ONLY);
        if (!others.isEmpty()) {
            throw refused(
                    "others may use it ("
                            + PosixFilePermissions.toString(found.permissions())
                            + " instead of rwx------)");
        }
        Path probe;
        try {
            probe = Files.createTempFile(directory, "probe-", "");
        } catch (NoSuchFileException e) {
            throw e; // the last one who used it took it away meanwhile
        } catch (IOException e) {
            throw refused("nothing can be written there: " + e);
        }
        try {
            // Who may write everywhere owns not everything.
            if (!Files.getOwner(probe).equals(found.owner())) {
                throw refused("it belongs to " + found.owner().getName());
            }
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    private IOException refused(String why) {
        return new IOException(
                "The directory for sockets " + directory + " can't be used: " + why + ".");
    }

    /** The sockets in it, in order of their names. */
    public List<String> sockets() throws IOException {
        List<String> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
            entries.forEach(entry -> found.add(entry.toString()));
        } catch (NoSuchFileException e) {
            return List.of();
        }
        found.sort(null);
        return found;
    }

    /**
     * Where a new socket is to be bound. Nobody looks for it there: who found it between binding
     * and listening would take it for one that a dead process left.
     */
    public String hiddenPlace(String name) {
        return directory.resolve(name + ".new").toString();
    }

    /** Gives a socket that listens its name. */
    public String show(String hiddenPlace) throws IOException {
        Path hidden = Path.of(hiddenPlace);
        String name = hidden.getFileName().toString();
        Path shown = directory.resolve(name.substring(0, name.length() - 4) + SUFFIX);
        Files.move(hidden, shown, StandardCopyOption.ATOMIC_MOVE);
        return shown.toString();
    }

    /** Removes a socket; idempotent. */
    public static void remove(String socket) {
        try {
            Files.deleteIfExists(Path.of(socket));
        } catch (IOException e) {
            // It is found to be dead by the next one who looks, too.
            return;
        }
    }

    /** The process a socket is named after; empty for other names. */
    public static Optional<Long> process(String socket) {
        String name = Path.of(socket).getFileName().toString();
        String number = name.substring(0, Math.max(0, name.indexOf('-')));
        return number.matches("[0-9]{1,18}") ? Optional.of(Long.valueOf(number)) : Optional.empty();
    }

    @Override
    public String toString() {
        return directory.toString();
    }
}
