// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.lacking;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.rename.Absence;
import io.millrace.rename.Absence.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AbsenceListTest {

    private static final Absence.Place MAIN =
            new Absence.Place("a/Main$1", "lambda$go$0", "Main.java", 7);

    private final AbsenceList list =
            new AbsenceList(
                    name -> name.replace('/', '.').replace("a.", "acme."),
                    absence -> absence.owner().startsWith("b/") ? "give b" : null);

    private static Absence missing(String owner, Absence.Place... places) {
        return new Absence(Kind.CLASS, owner, null, null, owner, List.of(places));
    }

    private static Absence member(Kind kind, String name, String descriptor) {
        return new Absence(kind, "c/C$D", name, descriptor, "c/Within", List.of(MAIN));
    }

    @Test
    void whatHasOneRemedyStandsTogether() {
        assertThat(
                        list.lines(
                                List.of(
                                        missing("b/X", MAIN),
                                        missing("c/Y", MAIN),
                                        missing("b/Z", MAIN)),
                                0))
                .containsExactly(
                        "  b.X",
                        "    from acme.Main$1.lambda$go$0(Main.java:7)",
                        "  b.Z",
                        "    from acme.Main$1.lambda$go$0(Main.java:7)",
                        "      give b",
                        "  c.Y",
                        "    from acme.Main$1.lambda$go$0(Main.java:7)");
    }

    @Test
    void manyThingsOfOneRemedyAreCountedAndThoseOfNoneAreAllNamed() {
        List<Absence> many = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            many.add(missing("b/B" + i, MAIN));
            many.add(missing("c/C" + i, MAIN));
        }

        assertThat(list.lines(many, 0))
                .contains("  b.B4", "  and 4 more of the same", "  c.C8")
                .doesNotContain("  b.B5");
    }

    @Test
    void membersAreWrittenAsInSource() {
        List<Absence> members =
                List.of(
                        member(Kind.METHOD, "<init>", "(I[[Lx/Y$Z;)V"),
                        member(Kind.METHOD, "go", "(Ljava/lang/String;Z)V"),
                        member(Kind.FIELD, "held", "J"),
                        member(Kind.BODY, "open", "()V"),
                        member(Kind.FORM, "call", "()V"));

        assertThat(list.lines(members, 0))
                .contains(
                        "  new c.C.D(int, Y.Z[][])",
                        "  c.C.D.go(String, boolean)",
                        "  c.C.D.held",
                        "  c.C.D.open(), which c.Within wants it to have",
                        "  c.C.D.call: the program takes c.C.D for an interface where it is a class,"
                                + " or for a class where it is an interface");
    }

    @Test
    void threePlacesAreEnough() {
        Absence.Place[] places = new Absence.Place[5];
        for (int i = 0; i < places.length; i++) {
            places[i] = new Absence.Place("p/P", "m", "P.java", i + 1);
        }

        assertThat(list.lines(List.of(missing("c/Y", places)), 0).get(1))
                .isEqualTo("    from p.P.m(P.java:1), p.P.m(P.java:2), p.P.m(P.java:3) and 2 more");
    }
}
