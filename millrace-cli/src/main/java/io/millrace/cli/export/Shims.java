// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import io.millrace.cli.lacking.Table;
import io.millrace.rename.ApiTable;
import io.millrace.rename.Retargeting;
import io.millrace.rename.Retargeting.Bridge;
import io.millrace.rename.Retargeting.Call;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The shims of {@code millrace-flink-shims}: their table as rules, and their classes as bytes. */
final class Shims {

    /** Where the classes lie when they are read, and when they are in an exported jar. */
    private static final String SOURCE = "io/millrace/flink/shim/";

    static final String PACKAGE = "millrace/shim/";

    private final Retargeting.Rules rules;
    private final Map<Object, String> remarks = new LinkedHashMap<>();

    /**
     * @param from the API that jobs were compiled against
     */
    Shims(ApiTable from) {
        Map<String, String> types = new TreeMap<>();
        List<Call> calls = new ArrayList<>();
        List<Bridge> bridges = new ArrayList<>();
        List<List<String>> standIns = new ArrayList<>();
        for (List<String> row : rows()) {
            switch (row.get(0)) {
                case "type" -> {
                    types.put(row.get(1), row.get(2));
                    remark(row.get(1), row, 3);
                }
                case "calls" -> standIns.add(row);
                case "bridge" -> {
                    Bridge bridge =
                            new Bridge(row.get(1), row.get(2), row.get(3), row.get(4), row.get(5));
                    bridges.add(bridge);
                    remark(bridge, row, 6);
                }
                default -> throw new IllegalStateException("shims.tsv: " + row);
            }
        }
        for (List<String> row : standIns) {
            for (Call call :
                    Retargeting.standIns(
                            types,
                            row.get(1),
                            from::classFile,
                            row.get(2),
                            classFile(row.get(2)))) {
                calls.add(call);
                remark(call, row, 3);
            }
        }
        rules = new Retargeting.Rules(types, calls, bridges);
    }

    private void remark(Object rule, List<String> row, int at) {
        if (row.size() > at) {
            remarks.put(rule, row.get(at));
        }
    }

    Retargeting.Rules rules() {
        return rules;
    }

    /** What is to be told of rules that were used. */
    Set<String> remarks(Set<Object> used) {
        Set<String> told = new LinkedHashSet<>();
        for (Object rule : used) {
            if (remarks.containsKey(rule)) {
                told.add(remarks.get(rule));
            }
        }
        return told;
    }

    /** The shims that a job's classes name, and those that these need, by internal names. */
    Map<String, byte[]> neededBy(Iterable<byte[]> classes) {
        Map<String, byte[]> needed = new TreeMap<>();
        Deque<byte[]> open = new ArrayDeque<>();
        classes.forEach(open::add);
        while (!open.isEmpty()) {
            for (String name : Retargeting.types(open.remove())) {
                if (name.startsWith(PACKAGE) && !needed.containsKey(name)) {
                    byte[] file = classFile(name);
                    if (file != null) {
                        needed.put(name, file);
                        open.add(file);
                    }
                }
            }
        }
        return needed;
    }

    /** By the name in an exported jar, and with such names in it; null if there is none. */
    private static byte[] classFile(String name) {
        String path = "/" + SOURCE + name.substring(PACKAGE.length()) + ".class";
        try (InputStream in = Shims.class.getResourceAsStream(path)) {
            return in == null
                    ? null
                    : Retargeting.renamedPackage(in.readAllBytes(), SOURCE, PACKAGE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<List<String>> rows() {
        return Table.rows(Target.resource("shims.tsv")).stream()
                .map(row -> row.stream().map(Shims::inFull).toList())
                .toList();
    }

    private static String inFull(String field) {
        return field.replaceAll("(^|[(;)\\[]L|^L)F/", "$1org/apache/flink/")
                .replaceAll("(^|[(;)\\[]L|^L)A/", "$1org/apache/flink/streaming/api/")
                .replaceAll("^S/", PACKAGE);
    }
}
