// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each of the engine's rooms says who runs it, what it stands on, and where to begin reading. */
class PackageInfoTest {

    @TestFactory
    List<DynamicTest> eachRoomSaysWhoRunsIt() {
        Set<Path> rooms = new TreeSet<>();
        for (Path source : ClassFiles.sources("millrace-engine")) {
            if (!source.endsWith("module-info.java")) {
                rooms.add(source.getParent());
            }
        }
        assertThat(rooms).hasSizeGreaterThan(10);
        return rooms.stream()
                .map(
                        room ->
                                DynamicTest.dynamicTest(
                                        "Law 3: " + room.getFileName() + " says who runs it",
                                        () -> check(room)))
                .toList();
    }

    private static void check(Path room) throws IOException {
        Path page = room.resolve("package-info.java");
        assertThat(page).exists();
        String text = Files.readString(page).replaceAll("\\s+\\*?\\s*", " ");
        assertThat(text).containsPattern("Run by:|Written by:|Owns all threads");
        assertThat(text).contains("Stands on").contains("Never here:").contains("Begin with");
    }
}
