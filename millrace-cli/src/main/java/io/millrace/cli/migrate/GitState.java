// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What git knows of a tree, if the tree is in a repository and there is a git to ask. */
final class GitState {

    private static final long PATIENCE_SECONDS = 60;

    private GitState() {}

    /**
     * Those of the files that hold what no commit has: changed, added or unknown to git.
     *
     * @return null if the tree is in no repository, or git can't be asked
     */
    static List<String> uncommitted(Path root, List<FileChange> changes)
            throws IOException, InterruptedException {
        if (!isInRepository(root)) {
            return null;
        }
        // From the root of the tree, paths with any characters, ignored files too: nobody could get
        // them back.
        String said =
                asked(
                        root,
                        List.of(
                                "git",
                                "status",
                                "--porcelain=v1",
                                "-z",
                                "--no-renames",
                                "--untracked-files=all",
                                "--ignored=matching",
                                "--",
                                "."));
        String prefix = asked(root, List.of("git", "rev-parse", "--show-prefix"));
        if (said == null || prefix == null) {
            return null;
        }
        Set<String> dirty = new HashSet<>();
        List<String> dirtyFolders = new ArrayList<>();
        for (String entry : said.split("\0", -1)) {
            if (entry.length() > 3) {
                String path = entry.substring(3);
                String below = prefix.strip();
                path = path.startsWith(below) ? path.substring(below.length()) : path;
                dirty.add(path);
                if (path.endsWith("/")) {
                    dirtyFolders.add(path);
                }
            }
        }
        return changes.stream()
                .map(FileChange::from)
                .filter(
                        file ->
                                dirty.contains(file)
                                        || dirtyFolders.stream().anyMatch(file::startsWith))
                .toList();
    }

    private static boolean isInRepository(Path root) throws IOException {
        for (Path folder = root.toRealPath(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(".git"))) {
                return true;
            }
        }
        return false;
    }

    /** What git says; null if there is no git or it fails. */
    private static String asked(Path root, List<String> command)
            throws IOException, InterruptedException {
        Path answer = Files.createTempFile("millrace-git", ".txt");
        try {
            Process git =
                    new ProcessBuilder(command)
                            .directory(root.toFile())
                            .redirectOutput(answer.toFile())
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            if (!git.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                git.destroyForcibly();
                return null;
            }
            return git.exitValue() == 0
                    ? Files.readString(answer, StandardCharsets.ISO_8859_1)
                    : null;
        } catch (IOException e) {
            return null; // no git is installed
        } finally {
            Files.deleteIfExists(answer);
        }
    }
}
