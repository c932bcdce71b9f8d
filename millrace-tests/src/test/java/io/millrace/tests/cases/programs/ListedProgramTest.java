// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ListedProgramTest {

    /** What {@code printf 'a\nb\nb\n' | sha256sum} says. */
    private static final String ABB =
            "lines 3 c74f9ee7d42d4d6d89e9ff9f7d1593011198a6099029569fed65c1ab6bded3df";

    @Test
    void linesAreComparedSortedAndWithoutWhereTheyWerePrintedAndWithoutTalk() {
        ListedProgram program = ListedProgram.parse("X\t" + ABB + "\t-c a.B x.jar\t^Executing");
        assertThat(program.arguments()).containsExactly("-c", "a.B", "x.jar");
        assertThat(program.outcome(List.of("2> b", "Executing it", "b", "1> a"))).isEqualTo(ABB);
        assertThat(program.outcome(List.of("b", "a"))).startsWith("lines 2 ").isNotEqualTo(ABB);
    }

    @Test
    void countsAreAddedUpWhereWindowsEndAsTheClockHasIt() {
        // What printf '(a,3)\\n(b,2)\\nb\\n' | sha256sum says.
        String sum = "counts 3 e608bb95c1d16e1223c596d47cd42f0c61e9c0013cce8ef76de0364842ce9851";
        ListedProgram program = ListedProgram.parse("X\t" + sum + "\tx.jar");
        assertThat(program.outcome(List.of("(a,1)", "b", "(b,2)", "(a,2)"))).isEqualTo(sum);
        assertThat(program.outcome(List.of("b", "(b,2)", "(a,3)"))).isEqualTo(sum);
        assertThat(program.outcome(List.of("b", "(b,2)", "(a,2)"))).isNotEqualTo(sum);
    }

    @Test
    void testsCountOnlyIfAllPassed() {
        ListedProgram program = ListedProgram.parse("X\ttests 3\tx.jar");
        List<String> good =
                List.of("[         3 tests found           ]", "[  3 tests successful ]");
        assertThat(program.outcome(good)).isEqualTo("tests 3");
        assertThat(program.outcome(List.of("[ 3 tests found ]", "[ 2 tests successful ]")))
                .isEqualTo("2 of 3 tests passed");
        assertThat(program.outcome(List.of())).isEqualTo("null of null tests passed");
    }

    @Test
    void aLineOfAnotherFormIsRefused() {
        assertThatThrownBy(() -> ListedProgram.parse("X\t3 tests\tx.jar"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("X\t3 tests\tx.jar");
    }
}
