// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Law 5: every byte that must survive is sealed, has a page and a sample, and every path is spelled
 * once.
 */
class SealedBytesTest {

    private static final String STORAGE = "io/millrace/engine/storage/";
    private static final String PATHS = STORAGE + "CheckpointPaths";
    private static final String KIND = STORAGE + "SealedFile$Kind";

    private static final Set<String> FILE_TYPES =
            Set.of(
                    "java/io/File",
                    "java/io/FileInputStream",
                    "java/io/FileOutputStream",
                    "java/io/FileReader",
                    "java/io/FileWriter",
                    "java/io/RandomAccessFile",
                    "java/nio/channels/FileChannel",
                    "io/millrace/core/fs/FSDataInputStream",
                    "io/millrace/core/fs/FSDataOutputStream",
                    "io/millrace/core/fs/FileSystem",
                    "io/millrace/spi/DurableFileSystem");

    private static final Pattern PATH_WORDS =
            Pattern.compile("chk-|_metadata|taskowned|(^|/)shared(/|$)");

    @Test
    void onlyStorageOpensFiles() {
        assertThat(
                        usesOutside(
                                name -> name.startsWith(STORAGE),
                                use ->
                                        use.kind() == NamesUsed.Kind.TYPE
                                                && (FILE_TYPES.contains(use.what())
                                                        || isForFiles(use.what()))))
                .isEmpty();
    }

    /** A path opens nothing. */
    private static boolean isForFiles(String type) {
        return type.startsWith("java/nio/file/") && !type.equals("java/nio/file/Path");
    }

    @Test
    void onlyCheckpointPathsSpellsPaths() {
        assertThat(
                        usesOutside(
                                PATHS::equals,
                                use ->
                                        use.kind() == NamesUsed.Kind.TEXT
                                                && PATH_WORDS.matcher(use.what()).find()))
                .isEmpty();
    }

    @Test
    void m10EachSealedFormatIsNamedOnThePageOfTheSeal() throws IOException {
        Set<String> inCode = new TreeSet<>();
        engine().forEach((name, bytes) -> inCode.addAll(kindsMadeBy(bytes)));
        Set<String> onPage = new TreeSet<>();
        boolean inTable = false;
        Path pages = ClassFiles.projectRoot().resolve("docs/formats");
        Matcher row = Pattern.compile("^\\| `([a-z0-9-]+)` \\| \\d+ \\|").matcher("");
        for (String line : Files.readAllLines(pages.resolve("sealed-file.md"))) {
            inTable = line.startsWith("## ") ? line.equals("## Names in use") : inTable;
            if (inTable && row.reset(line).find()) {
                onPage.add(row.group(1));
            }
        }
        assertThat(inCode).isNotEmpty().isEqualTo(onPage);
    }

    @Test
    void m10EachFormatHasASampleThatATestReads() throws IOException {
        Path root = ClassFiles.projectRoot();
        List<Path> tests =
                List.of(
                        root.resolve("millrace-engine/src/test"),
                        root.resolve("millrace-rocksdb/src/test"));
        Map<String, List<String>> samplesOf = new TreeMap<>();
        try (Stream<Path> pages = Files.list(root.resolve("docs/formats"))) {
            for (Path page : pages.toList()) {
                String text = Files.readString(page);
                Matcher sample = Pattern.compile("`([a-z-]+-\\d+\\.bin)`").matcher(text);
                List<String> samples = new ArrayList<>();
                while (sample.find()) {
                    samples.add(sample.group(1));
                }
                samplesOf.put(page.getFileName().toString(), samples);
            }
        }
        // The tree of directories and when a file is seen are no files, and every sample shows the
        // seal or what is inside it.
        samplesOf.remove("layout.md");
        samplesOf.remove("manifest-visibility.md");
        samplesOf.remove("sealed-file.md");
        assertThat(samplesOf.keySet())
                .contains("keyed-state.md", "manifest.md", "operator-state.md");
        List<Path> files = new ArrayList<>();
        for (Path each : tests) {
            try (Stream<Path> tree = Files.walk(each)) {
                tree.filter(Files::isRegularFile).forEach(files::add);
            }
        }
        StringBuilder sources = new StringBuilder();
        Set<String> names = new TreeSet<>();
        for (Path file : files) {
            names.add(file.getFileName().toString());
            if (file.toString().endsWith(".java")) {
                sources.append(Files.readString(file));
            }
        }
        samplesOf.forEach(
                (page, samples) -> {
                    assertThat(samples).as("samples that docs/formats/%s names", page).isNotEmpty();
                    assertThat(names).as("samples of docs/formats/%s", page).containsAll(samples);
                    for (String sample : samples) {
                        assertThat(sources)
                                .as("tests that read %s", sample)
                                .contains("\"" + sample + "\"");
                    }
                });
    }

    private static Map<String, byte[]> engine() {
        return ClassFiles.beside(ClassFiles.MODULES.get("millrace-engine"));
    }

    private static List<NamesUsed.Use> usesOutside(
            Predicate<String> allowed, Predicate<NamesUsed.Use> watched) {
        List<NamesUsed.Use> found = new ArrayList<>();
        int[] inside = {0};
        engine().forEach(
                        (name, bytes) -> {
                            List<NamesUsed.Use> uses =
                                    NamesUsed.in(bytes).stream().filter(watched).toList();
                            if (allowed.test(name)) {
                                inside[0] += uses.size();
                            } else {
                                found.addAll(uses);
                            }
                        });
        assertThat(inside[0])
                .as("uses by who may; without one this test looks for the wrong thing")
                .isPositive();
        return found;
    }

    /** The names that stand before each creation of a {@code SealedFile.Kind}. */
    private static Set<String> kindsMadeBy(byte[] classFile) {
        ClassNode node = new ClassNode(Opcodes.ASM9);
        new ClassReader(classFile).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        Set<String> kinds = new TreeSet<>();
        for (MethodNode method : node.methods) {
            String lastText = null;
            for (AbstractInsnNode instruction : method.instructions) {
                if (instruction instanceof LdcInsnNode constant
                        && constant.cst instanceof String text) {
                    lastText = text;
                } else if (instruction instanceof MethodInsnNode call
                        && call.owner.equals(KIND)
                        && call.name.equals("<init>")) {
                    kinds.add(lastText);
                }
            }
        }
        return kinds;
    }
}
