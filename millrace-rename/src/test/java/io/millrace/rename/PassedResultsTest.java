// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PassedResultsTest {

    private static final String SOURCE =
            """
            package demo;
            public class Program implements java.util.function.Supplier<String> {
                private final boolean first;
                public Program(boolean first) { this.first = first; }
                public String get() {
                    if (first) { return "one"; }
                    return "two";
                }
                public static String both() {
                    return new Program(true).get() + " " + new Program(false).get();
                }
                public int number() { return 1; }
            }
            """;

    private static final String PASSING =
            """
            package demo;
            public class Passing {
                public static String pass(String result, Program self) {
                    return "<" + result + " of " + self.getClass().getSimpleName() + ">";
                }
            }
            """;

    @Test
    void whatAMethodReturnsGoesThroughTheOther() throws Exception {
        Map<String, byte[]> classes = Compiled.sources(SOURCE, PASSING);
        PassedResults passing = PassedResults.parse("demo.Program.get=demo.Passing.pass");
        classes.computeIfPresent("demo/Program", (name, file) -> passing.apply(file));

        assertThat(Compiled.call(Compiled.loader(classes), "demo.Program", "both"))
                .isEqualTo("<one of Program> <two of Program>");
    }

    @Test
    void theOtherMayTakeTheInstanceForAnObject() throws Exception {
        Map<String, byte[]> classes =
                Compiled.sources(SOURCE, PASSING.replace("Program self", "Object self"));
        PassedResults passing = PassedResults.parse("demo.Program.get=demo.Passing.pass(Object)");
        classes.computeIfPresent("demo/Program", (name, file) -> passing.apply(file));

        assertThat(Compiled.call(Compiled.loader(classes), "demo.Program", "both"))
                .isEqualTo("<one of Program> <two of Program>");
    }

    @Test
    void aMethodThatIsNotThereOrReturnsNoObjectIsRefused() {
        byte[] file = Compiled.sources(SOURCE, PASSING).get("demo/Program");

        assertThatThrownBy(
                        () ->
                                PassedResults.parse("demo.Program.none=demo.Passing.pass")
                                        .apply(file))
                .isInstanceOf(RenameException.class)
                .hasMessageContaining("demo.Program has no method none");
        assertThatThrownBy(
                        () ->
                                PassedResults.parse("demo.Program.number=demo.Passing.pass")
                                        .apply(file))
                .isInstanceOf(RenameException.class)
                .hasMessageContaining("returns no object");
        assertThatThrownBy(() -> PassedResults.parse("demo.Program"))
                .isInstanceOf(RenameException.class);
    }
}
