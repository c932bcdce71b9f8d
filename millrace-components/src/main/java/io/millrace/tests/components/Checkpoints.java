// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.components;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What checkpoints there are. */
public final class Checkpoints {

    private Checkpoints() {}

    /** The largest id of a checkpoint whose manifest is visible, 0 for none. */
    public static long newest(Path directory) {
        if (!Files.exists(directory)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.endsWith("_metadata"))
                    .map(file -> file.getParent().getFileName().toString())
                    .mapToLong(name -> Long.parseLong(name.substring("chk-".length())))
                    .max()
                    .orElse(0);
        } catch (UncheckedIOException | NoSuchFileException e) {
            return 0; // one was removed while they were looked through
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
