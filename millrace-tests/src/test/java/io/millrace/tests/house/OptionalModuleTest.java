// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spi.OptionalModule;
import io.millrace.spi.StoreKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What people are told who miss a module is so: folder, artifact, schemes and packages. */
class OptionalModuleTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    /** Of the kit for tests, mirrored packages that the API has a part of, too. */
    private static final Set<String> SHARED =
            Set.of(
                    "io.millrace.changelog.fs",
                    "io.millrace.runtime.checkpoint",
                    "io.millrace.runtime.messages");

    /** A folder, and its artifacts, in the first of which is the module. */
    private static final Pattern FOLDER =
            Pattern.compile(
                    "millrace/opt/([a-z0-9]+)</outputDirectory>\\s*(?:<!--.*?-->\\s*)?"
                            + "<includeArtifactIds>(millrace-[^<,]*)");

    @Test
    void theDistributionHasTheseFoldersWithTheseArtifacts() throws IOException {
        Set<String> laidOut = new TreeSet<>();
        Matcher folder = FOLDER.matcher(Files.readString(ROOT.resolve("millrace-dist/pom.xml")));
        while (folder.find()) {
            laidOut.add(folder.group(1) + " " + folder.group(2));
        }

        assertThat(told(module -> module.folder() + " " + module.artifact())).isEqualTo(laidOut);
    }

    @Test
    void aSchemeThatAStoreIsSetByHasItsModule() {
        for (StoreKeys store : StoreKeys.ALL) {
            for (String scheme : store.schemes()) {
                assertThat(OptionalModule.ofScheme(scheme).orElseThrow().schemes())
                        .containsExactlyElementsOf(store.schemes());
            }
        }
    }

    @Test
    void eachPackageOfAModuleLeadsToIt() throws IOException {
        for (OptionalModule module : OptionalModule.ALL) {
            Path sources = ROOT.resolve(module.artifact()).resolve("src/main/java");
            try (Stream<Path> files = Files.walk(sources)) {
                List<String> packages =
                        files.filter(file -> file.toString().endsWith(".java"))
                                .map(file -> sources.relativize(file.getParent()).toString())
                                .map(name -> name.replace('/', '.'))
                                .distinct()
                                .filter(name -> !name.isEmpty() && !SHARED.contains(name))
                                .toList();
                assertThat(packages).isNotEmpty();
                for (String name : packages) {
                    assertThat(OptionalModule.ofClass(name + ".Any")).contains(module);
                }
            }
        }
    }

    private static Set<String> told(java.util.function.Function<OptionalModule, String> what) {
        return OptionalModule.ALL.stream().map(what).collect(Collectors.toCollection(TreeSet::new));
    }
}
