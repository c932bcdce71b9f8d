// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OtherNamesTest {

    /** What {@code get} is in the version of the API that the code was compiled against. */
    private static final String THING =
            "package api; public class Thing { public static Thing one() { return new Thing(); }"
                    + " public long get() { return 1; } }";

    private static final OtherNames NAMES =
            new OtherNames(List.of(new OtherNames.Method("api/Thing", "get", "J", "longOrZero")));

    private static Map<String, byte[]> against(String program, String here) {
        Map<String, byte[]> compiled = Compiled.sources(THING, program);
        Map<String, byte[]> all = new HashMap<>(Compiled.sources(here));
        compiled.forEach(
                (name, file) -> {
                    if (!name.startsWith("api/")) {
                        all.put(name, NAMES.apply(file));
                    }
                });
        return all;
    }

    private static final String HERE =
            "package api; public class Thing { public static Thing one() { return new Thing(); }"
                    + " public String get() { return \"none\"; }"
                    + " public long longOrZero() { return 7; } }";

    @Test
    void aCallAndAReferenceGetWhatTheyWereCompiledFor() throws Exception {
        Map<String, byte[]> classes =
                against(
                        """
                        package demo;
                        import api.Thing;
                        import java.util.function.ToLongFunction;
                        public class Program {
                            public static String run() {
                                ToLongFunction<Thing> get = Thing::get;
                                return Thing.one().get() + " " + get.applyAsLong(Thing.one());
                            }
                        }
                        """,
                        HERE);

        assertThat(Compiled.call(Compiled.loader(classes), "demo.Program", "run")).isEqualTo("7 7");
    }

    @Test
    void whatGetsSomethingElseStays() {
        Map<String, byte[]> classes =
                Compiled.sources(
                        HERE,
                        "package demo; public class Program { public static String run() {"
                                + " return api.Thing.one().get(); } }",
                        "package demo; public class Other { long get() { return 1; }"
                                + " long run() { return get(); } }");

        for (String name : List.of("demo/Program", "demo/Other")) {
            assertThat(NAMES.apply(classes.get(name))).as(name).isSameAs(classes.get(name));
        }
    }
}
