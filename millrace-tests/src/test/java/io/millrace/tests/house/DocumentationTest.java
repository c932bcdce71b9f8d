// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What the pages show is what is run, and where they point to there is something.
 *
 * <p>A block of Java on a page has a comment before it, {@code <!-- snippet: Name -->}, and a home
 * in {@code io.millrace.tests.docs}, between {@code // snippet: Name} and {@code // end of
 * snippet}, with the same text but for white space. A name may stand more than once in one source
 * file; its parts are joined.
 */
class DocumentationTest {

    private static final String MARK = "// snippet: ";
    private static final String END = "// end of snippet";
    private static final Pattern NAMED = Pattern.compile("<!-- snippet: (\\w+) -->");
    private static final Pattern LINK = Pattern.compile("!?\\[[^\\]]*\\]\\(([^)\\s]+)\\)");

    private static final Path ROOT = ClassFiles.projectRoot();
    private static final Path HOMES =
            ROOT.resolve("millrace-tests/src/test/java/io/millrace/tests/docs");

    /** A block of code on a page. */
    private record Block(Path page, int line, String language, String name, String text) {
        String place() {
            return ROOT.relativize(page) + ", line " + line;
        }
    }

    @Test
    @DisplayName("M18: each Java block of a page is code that a test runs")
    void eachJavaBlockIsCodeThatATestRuns() throws IOException {
        Map<String, String> homes = homes();
        List<String> wrong = new ArrayList<>();
        Set<String> shown = new TreeSet<>();
        for (Block block : blocks()) {
            if (!block.language().equals("java")) {
                continue;
            }
            if (block.name() == null) {
                wrong.add(
                        block.place()
                                + ": has no <!-- snippet: Name --> before it, so nothing runs it");
            } else if (!homes.containsKey(block.name())) {
                wrong.add(
                        block.place()
                                + ": there is no '"
                                + MARK
                                + block.name()
                                + "' in "
                                + ROOT.relativize(HOMES));
            } else if (!bare(homes.get(block.name())).equals(bare(block.text()))) {
                wrong.add(
                        block.place()
                                + ": differs from what is run as "
                                + block.name()
                                + ", which is:\n"
                                + homes.get(block.name()));
            }
            if (block.name() != null) {
                shown.add(block.name());
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(homes.keySet()).as("snippets that no page shows").isSubsetOf(shown);
        assertThat(shown).hasSizeGreaterThan(10);
    }

    @Test
    @DisplayName("M18: there is a page for each of the four texts, and the README points to it")
    void thereIsAPageForEachOfTheFourTexts() throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        for (String page :
                List.of(
                        "docs/fault-tolerance.md",
                        "docs/checkpoints.md",
                        "docs/state-backends.md",
                        "docs/restart-strategies.md")) {
            assertThat(ROOT.resolve(page)).isNotEmptyFile();
            assertThat(readme).contains("(" + page + ")");
        }
    }

    @Test
    @DisplayName("M18: each link and picture of a page leads to a file, and to a heading of it")
    void eachLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            Matcher link = LINK.matcher(withoutCode(Files.readString(page)));
            while (link.find()) {
                String target = link.group(1);
                if (target.startsWith("http:") || target.startsWith("https:")) {
                    continue;
                }
                int hash = target.indexOf('#');
                String file = hash < 0 ? target : target.substring(0, hash);
                Path at = file.isEmpty() ? page : page.resolveSibling(file).normalize();
                if (!Files.exists(at)) {
                    broken.add(ROOT.relativize(page) + ": " + target);
                } else if (hash >= 0 && !anchors(at).contains(target.substring(hash + 1))) {
                    broken.add(ROOT.relativize(page) + ": no such heading: " + target);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private static String withoutCode(String text) {
        return text.replaceAll("(?s)```.*?```", "").replaceAll("`[^`\n]*`", "x");
    }

    /** As the usual renderers make them of headings. */
    private static Set<String> anchors(Path page) throws IOException {
        return Files.readAllLines(page).stream()
                .filter(line -> line.matches("#{1,6} .*"))
                .map(
                        line ->
                                line.replaceFirst("#+ ", "")
                                        .toLowerCase(Locale.ROOT)
                                        .replaceAll("[^\\p{L}\\p{Nd} _-]", "")
                                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            docs.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    private static List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (Path page : pages()) {
            List<String> lines = Files.readAllLines(page);
            String name = null;
            for (int i = 0; i < lines.size(); i++) {
                Matcher named = NAMED.matcher(lines.get(i).strip());
                if (named.matches()) {
                    name = named.group(1);
                } else if (lines.get(i).startsWith("```")) {
                    int first = i + 1;
                    int end = first;
                    while (end < lines.size() && !lines.get(end).startsWith("```")) {
                        end++;
                    }
                    blocks.add(
                            new Block(
                                    page,
                                    first,
                                    lines.get(i).substring(3).strip(),
                                    name,
                                    String.join("\n", lines.subList(first, end))));
                    i = end;
                    name = null;
                } else if (!lines.get(i).isBlank()) {
                    name = null;
                }
            }
        }
        return blocks;
    }

    /** The code that is run, by its name. */
    private static Map<String, String> homes() throws IOException {
        Map<String, String> homes = new LinkedHashMap<>();
        try (Stream<Path> sources = Files.list(HOMES)) {
            for (Path source : sources.sorted().toList()) {
                Map<String, String> here = new LinkedHashMap<>();
                String name = null;
                for (String line : Files.readAllLines(source)) {
                    if (line.strip().startsWith(MARK)) {
                        name = line.strip().substring(MARK.length());
                        here.putIfAbsent(name, "");
                    } else if (line.strip().equals(END)) {
                        name = null;
                    } else if (name != null) {
                        here.merge(name, line + "\n", String::concat);
                    }
                }
                assertThat(name).as("a snippet of %s that has no end", source).isNull();
                for (Map.Entry<String, String> snippet : here.entrySet()) {
                    assertThat(homes.put(snippet.getKey(), snippet.getValue()))
                            .as("snippet %s of %s in another file", snippet.getKey(), source)
                            .isNull();
                }
            }
        }
        return homes;
    }

    private static String bare(String code) {
        return code.replaceAll("\\s+", "");
    }
}
