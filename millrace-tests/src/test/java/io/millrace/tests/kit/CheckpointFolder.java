// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import io.millrace.engine.checkpoint.CheckpointManifest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What lies in a checkpoint directory, over all jobs in it. */
public final class CheckpointFolder {

    private final Path root;

    private CheckpointFolder(Path root) {
        this.root = root;
    }

    public static CheckpointFolder at(Path root) {
        return new CheckpointFolder(root);
    }

    /** Directories {@code chk-N} that have a manifest, lowest N first. */
    public List<Path> checkpoints() {
        return files().filter(file -> file.getFileName().toString().equals("_metadata"))
                .map(Path::getParent)
                .sorted(Comparator.comparingLong(CheckpointFolder::id))
                .toList();
    }

    public Path newest() {
        List<Path> all = checkpoints();
        if (all.isEmpty()) {
            throw new AssertionError(
                    "There is no checkpoint under " + root + ", only " + files().toList());
        }
        return all.get(all.size() - 1);
    }

    /** The ids of {@link #checkpoints()}. */
    public List<Long> ids() {
        return checkpoints().stream().map(CheckpointFolder::id).toList();
    }

    /** The N of a directory {@code chk-N}. */
    public static long id(Path checkpoint) {
        return Long.parseLong(checkpoint.getFileName().toString().substring("chk-".length()));
    }

    /** Files of state in a checkpoint's directory, its manifest aside, by name. */
    public static List<Path> stateFiles(Path checkpoint) {
        try (Stream<Path> list = Files.list(checkpoint)) {
            return list.filter(file -> !file.getFileName().toString().equals("_metadata"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static CheckpointManifest manifest(Path checkpoint) throws IOException {
        Path file = checkpoint.resolve("_metadata");
        return CheckpointManifest.decode(Files.readAllBytes(file), file.toString());
    }

    /** Every file under the directory. A job may remove some while we look. */
    public Stream<Path> files() {
        while (true) {
            try (Stream<Path> walk = Files.walk(root)) {
                return walk.filter(Files::isRegularFile).toList().stream();
            } catch (NoSuchFileException e) {
                return Stream.empty();
            } catch (UncheckedIOException e) {
                if (!(e.getCause() instanceof NoSuchFileException)) {
                    throw e;
                }
                // A directory went between its listing and the look into it: once more.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
