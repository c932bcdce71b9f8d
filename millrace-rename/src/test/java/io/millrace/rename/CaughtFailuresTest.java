// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CaughtFailuresTest {

    private static final String SOURCE =
            """
            package demo;
            public class Program {
                public String get(long wide, String given) throws java.io.IOException {
                    String local = given + wide;
                    try {
                        if (given.equals("own")) { throw new IllegalStateException("its own"); }
                    } catch (IllegalStateException e) {
                        return "caught";
                    }
                    if (given.equals("checked")) { throw new java.io.IOException(local); }
                    for (int i = 0; i < 2; i++) {
                        if (given.equals("unchecked")) { throw new RuntimeException(local); }
                    }
                    return local;
                }
                public static String of(String given) {
                    try {
                        return new Program().get(7, given);
                    } catch (Exception e) {
                        return e.getMessage();
                    }
                }
                public static String all() {
                    return of("good") + ", " + of("own") + ", " + of("checked") + ", "
                            + of("unchecked");
                }
            }
            """;

    private static final String PASSING =
            """
            package demo;
            public class Passing {
                public static Exception pass(Exception failure, Object self) {
                    return new Exception("<" + failure.getMessage() + " of "
                            + self.getClass().getSimpleName() + ">");
                }
            }
            """;

    @Test
    void whatAMethodThrowsGoesThroughTheOther() throws Exception {
        Map<String, byte[]> classes = Compiled.sources(SOURCE, PASSING);
        CaughtFailures catching = CaughtFailures.parse("demo.Program.get=demo.Passing.pass");
        classes.computeIfPresent("demo/Program", (name, file) -> catching.apply(file));

        assertThat(Compiled.call(Compiled.loader(classes), "demo.Program", "all"))
                .isEqualTo("good7, caught, <checked7 of Program>, <unchecked7 of Program>");
    }

    @Test
    void aMethodThatIsNotThereOrStaticIsRefused() {
        byte[] file = Compiled.sources(SOURCE, PASSING).get("demo/Program");

        assertThatThrownBy(
                        () ->
                                CaughtFailures.parse("demo.Program.none=demo.Passing.pass")
                                        .apply(file))
                .isInstanceOf(RenameException.class)
                .hasMessageContaining("demo.Program has no method none");
        assertThatThrownBy(
                        () -> CaughtFailures.parse("demo.Program.of=demo.Passing.pass").apply(file))
                .isInstanceOf(RenameException.class)
                .hasMessageContaining("is static");
    }
}
