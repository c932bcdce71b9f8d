// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.rename.ApiTable;
import io.millrace.rename.Retargeting;
import io.millrace.rename.Retargeting.Bridge;
import io.millrace.rename.Retargeting.Call;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The table of shims against what both Flinks really have. */
final class ShimsTest {

    private static final ApiTable BEFORE = Target.FLINK_1_20.api();
    private static final ApiTable NOW = Target.FLINK_2_3.api();
    private static final Shims SHIMS = new Shims(BEFORE);
    private static final Retargeting.Rules RULES = SHIMS.rules();

    @Test
    void eachTypeWasThereIsNotAndHasAPlaceToGo() {
        assertThat(RULES.types()).isNotEmpty();
        RULES.types()
                .forEach(
                        (before, now) -> {
                            assertThat(BEFORE.classFile(before)).as(before).isNotNull();
                            assertThat(isThereAsAnother(before, now))
                                    .as(before + " in 2.3 is itself")
                                    .isFalse();
                            assertThat(isThere(now)).as(now).isTrue();
                        });
    }

    @Test
    void noShimStandsInForNothing() throws IOException {
        Set<String> used = new TreeSet<>();
        for (Call call : RULES.calls()) {
            used.add(call.target());
        }
        for (Bridge bridge : RULES.bridges()) {
            used.add(bridge.target());
        }
        used.addAll(RULES.types().values());
        for (String line : table()) {
            String[] row = line.split("\t", -1);
            if (row[0].equals("calls")) {
                String target = row[2].replaceFirst("^S/", Shims.PACKAGE);
                String owner =
                        row[1].replaceFirst("^F/", "org/apache/flink/")
                                .replaceFirst("^A/", "org/apache/flink/streaming/api/");
                assertThat(RULES.calls())
                        .as(line)
                        .anyMatch(
                                call -> call.owner().equals(owner) && call.target().equals(target));
                for (String method : Declared.publicStatics(shim(target))) {
                    String name = method.substring(0, method.indexOf('('));
                    if (!name.equals("forward") && !name.equals("back")) { // a bridge's
                        assertThat(RULES.calls())
                                .as(target + "." + method)
                                .anyMatch(
                                        call ->
                                                call.target().equals(target)
                                                        && call.targetName().equals(name));
                    }
                }
            }
        }
        assertThat(used).contains(Shims.PACKAGE + "Times", Shims.PACKAGE + "OpenContexts");
    }

    @Test
    void eachCallIsOfAMethodThatIsGone() {
        Map<String, Set<String>> calls = new TreeMap<>();
        for (Call call : RULES.calls()) {
            String key = call.name() + call.descriptor();
            calls.computeIfAbsent(call.owner(), none -> new TreeSet<>()).add(key);
            byte[] there = NOW.classFile(call.owner());
            boolean takesOldTypes = RULES.types().keySet().stream().anyMatch(key::contains);
            if (there != null && !takesOldTypes) {
                assertThat(Declared.methods(there))
                        .as(call.owner() + "." + key + " is there, and needs no shim")
                        .doesNotContain(key);
            }
        }
        assertThat(calls).isNotEmpty();
    }

    /**
     * Flink 2.3 keeps some old names of RocksDB's beside the new ones, for settings that name them.
     */
    private static boolean isThereAsAnother(String before, String now) {
        return NOW.classFile(before) != null
                && !now.equals(before.replace("contrib/streaming/state/", "state/rocksdb/"));
    }

    private static boolean isThere(String name) {
        return name.startsWith("java/")
                || NOW.classFile(name) != null
                || ShimsTest.class.getResource(
                                "/"
                                        + name.replaceFirst(
                                                "^" + Shims.PACKAGE, "io/millrace/flink/shim/")
                                        + ".class")
                        != null;
    }

    private static byte[] shim(String name) throws IOException {
        try (InputStream in = Target.resource(name.substring(Shims.PACKAGE.length()) + ".class")) {
            return in.readAllBytes();
        }
    }

    private static Iterable<String> table() throws IOException {
        try (InputStream in = Target.resource("shims.tsv")) {
            return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }
}
