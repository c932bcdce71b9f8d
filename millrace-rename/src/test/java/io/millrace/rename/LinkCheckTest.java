// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LinkCheckTest {

    /** A library as programs were compiled against it, and as it is where they run. */
    private static final String[] BEFORE = {
        "package lib; public interface Fn { Object apply(Object in); default void open(int n) {} }",
        "package lib; public class Base { protected int kept; protected int gone;"
                + " public void stay() {} public void leave(String s) {} }",
        "package lib; public class Form { public void call() {} public static void fixed() {} }",
        "package lib; public class Old { public static void go() {} }",
        "package lib; public class Trouble extends RuntimeException {}"
    };

    private static final String[] AFTER = {
        "package lib; public interface Fn { Object apply(Object in); void close(); }",
        "package lib; public class Base { protected int kept; public void stay() {} }",
        "package lib; public interface Form { void call(); static void fixed() {} }"
    };

    private List<Absence> check(String root, String... program) {
        return check(Map.of(), List.of(root), program);
    }

    private List<Absence> check(
            Map<String, List<String>> services, List<String> roots, String... program) {
        String[] all = new String[BEFORE.length + program.length];
        System.arraycopy(BEFORE, 0, all, 0, BEFORE.length);
        System.arraycopy(program, 0, all, BEFORE.length, program.length);
        Map<String, byte[]> code = new TreeMap<>(Compiled.sources(all));
        code.keySet().removeIf(name -> name.startsWith("lib/"));
        Map<String, byte[]> target = Compiled.sources(AFTER);
        return new LinkCheck(
                        new LinkCheck.Code() {
                            @Override
                            public byte[] classFile(String name) {
                                return code.get(name);
                            }

                            @Override
                            public Collection<String> providers(String service) {
                                return services.getOrDefault(service, List.of());
                            }
                        },
                        name -> target.containsKey(name) ? target.get(name) : jdk(name),
                        name -> name.startsWith("lib/"))
                .check(null, roots)
                .absences();
    }

    private static byte[] jdk(String name) {
        try (InputStream in =
                ClassLoader.getPlatformClassLoader().getResourceAsStream(name + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Absence absence) {
        return absence.kind()
                + " "
                + absence.owner()
                + (absence.name() == null ? "" : "." + absence.name() + absence.descriptor());
    }

    @Test
    void aProgramThatFindsEverythingHasNoAbsences() {
        assertThat(
                        check(
                                "p/Main",
                                "package p; public class Main extends lib.Base {\n"
                                        + " public static void main(String[] a) { Main m = new Main(); m.stay();"
                                        + " m.kept++; m.hashCode(); lib.Fn[] none = new lib.Fn[0]; none.clone(); } }"))
                .isEmpty();
    }

    @Test
    void aClassIsAbsentWithEachPlaceThatNamesIt() {
        List<Absence> absences =
                check(
                        "p/Main",
                        "package p;\npublic class Main {\n"
                                + "  public static void main(String[] a) {\n"
                                + "    lib.Old.go();\n"
                                + "    other();\n"
                                + "  }\n"
                                + "  static void other() {\n"
                                + "    new lib.Old();\n"
                                + "  }\n}");

        assertThat(absences).extracting(LinkCheckTest::text).containsExactly("CLASS lib/Old");
        assertThat(absences.get(0).places())
                .extracting(Absence.Place::toString)
                .containsExactly("p.Main.main(Main.java:4)", "p.Main.other(Main.java:8)");
        assertThat(absences.get(0).within()).isEqualTo("lib/Old");
    }

    @Test
    void aMemberIsLookedForThroughTheProgramsOwnClasses() {
        List<Absence> absences =
                check(
                        "p/Main",
                        "package p; public class Main extends Middle {\n"
                                + "  public static void main(String[] a) {\n"
                                + "    new Main().leave(\"\");\n"
                                + "    new Main().gone = 3;\n"
                                + "  }\n}",
                        "package p; public class Middle extends lib.Base {}");

        assertThat(absences)
                .extracting(LinkCheckTest::text)
                .containsExactly("METHOD p/Main.leave(Ljava/lang/String;)V", "FIELD p/Main.goneI");
        assertThat(absences).extracting(Absence::within).containsOnly("lib/Base");
        assertThat(absences.get(1).places().get(0).line()).isEqualTo(4);
    }

    @Test
    void anAbstractMethodWithoutABodyIsAbsentInTheClassThatHasNone() {
        assertThat(
                        check(
                                "p/Main",
                                "package p; public class Main implements lib.Fn {"
                                        + " public Object apply(Object in) { return in; } }"))
                .extracting(LinkCheckTest::text)
                .containsExactly("BODY p/Main.close()V");
    }

    @Test
    void aBodyMayBeInherited() {
        assertThat(
                        check(
                                "p/Main",
                                "package p; public class Main extends Middle implements lib.Fn {"
                                        + " public Object apply(Object in) { return in; } }",
                                "package p; public class Middle { public void close() {} }"))
                .isEmpty();
    }

    @Test
    void whatALambdaImplementsIsLookedFor() {
        List<Absence> absences =
                check(
                        "p/Main",
                        "package p; public class Main {\n"
                                + "  static java.util.function.Consumer<String> c(lib.Base b) {\n"
                                + "    return b::leave; }\n"
                                + "  static lib.Fn fn() { return in -> { lib.Old.go(); return in; }; }\n"
                                + "}");

        assertThat(absences)
                .extracting(LinkCheckTest::text)
                .containsExactlyInAnyOrder(
                        "METHOD lib/Base.leave(Ljava/lang/String;)V", "CLASS lib/Old");
    }

    @Test
    void anInterfaceInPlaceOfAClassIsNoticed() {
        assertThat(
                        check(
                                "p/Main",
                                "package p; public class Main { static void go(lib.Form f) {"
                                        + " f.call(); lib.Form.fixed(); } }"))
                .extracting(LinkCheckTest::text)
                .containsExactly("FORM lib/Form.call()V", "FORM lib/Form.fixed()V");
    }

    @Test
    void whatIsCaughtThrownCastOrOnlyDeclaredCounts() {
        assertThat(
                        check(
                                "p/Main",
                                "package p; public class Main {\n"
                                        + "  static void go(Object o) {\n"
                                        + "    try { o.hashCode(); } catch (lib.Trouble t) { }\n"
                                        + "  }\n}"))
                .extracting(LinkCheckTest::text)
                .containsExactly("CLASS lib/Trouble");
        assertThat(check("p/Main", "package p; public abstract class Main { lib.Old[][] field; }"))
                .extracting(LinkCheckTest::text)
                .containsExactly("CLASS lib/Old");
    }

    @Test
    void onlyWhatIsReachedIsLookedAt() {
        String main = "package p; public class Main { static Object o() { return \"%s\"; } }";
        String other = "package p; public class Other { static void go() { lib.Old.go(); } }";

        assertThat(check("p/Main", main.formatted("p.Others"), other)).isEmpty();
        assertThat(check("p/Main", main.formatted("p.Other"), other)).hasSize(1);
        assertThat(check("p/Main", main.formatted("p/Other"), other)).hasSize(1);
    }

    @Test
    void providersOfAServiceThatIsNamedAreReached() {
        Map<String, List<String>> services =
                Map.of("java/util/concurrent/Callable", List.of("p/Other"));
        String other = "package p; public class Other { static void go() { lib.Old.go(); } }";

        assertThat(
                        check(
                                services,
                                List.of("p/Main"),
                                "package p; public class Main { java.util.concurrent.Callable<?> c; }",
                                other))
                .hasSize(1);
        assertThat(check(services, List.of("p/Main"), "package p; public class Main { }", other))
                .isEmpty();
    }

    @Test
    void whatBelongsToOthersIsNotReported() {
        String[] program = {
            "package p; public class Main { static void go() { q.Gone.go(); new q.Kept().stay(); } }",
            "package q; public class Gone { public static void go() {} }",
            "package q; public class Kept extends Gone { public void stay() {} }"
        };
        Map<String, byte[]> code = new TreeMap<>(Compiled.sources(program));
        code.remove("q/Gone");

        assertThat(
                        new LinkCheck(
                                        code::get,
                                        LinkCheckTest::jdk,
                                        name -> name.startsWith("lib/"))
                                .check(null, List.of("p/Main"))
                                .absences())
                .isEmpty();
    }

    @Test
    void annotationsAndGenericsMayBeAbsentAsForTheJvm() {
        String[] program = {
            "package p; @lib.Mark public abstract class Main { java.util.List<lib.Item> items; }",
            "package lib; public @interface Mark {}",
            "package lib; public class Item {}"
        };
        Map<String, byte[]> code = new TreeMap<>(Compiled.sources(program));
        code.keySet().removeIf(name -> name.startsWith("lib/"));

        assertThat(
                        new LinkCheck(
                                        code::get,
                                        LinkCheckTest::jdk,
                                        name -> name.startsWith("lib/"))
                                .check(null, List.of("p/Main"))
                                .absences())
                .isEmpty();
    }
}
