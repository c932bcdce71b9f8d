// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.rename.Retargeting.Bridge;
import io.millrace.rename.Retargeting.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A program against one API, run with another one and the rules between them. */
final class RetargetingTest {

    private static final String SPAN_BEFORE =
            """
            package api;
            public class Span {
                public static Span seconds(long n) { return null; }
                public long size() { return 0; }
            }
            """;

    private static final String HOOK_BEFORE =
            """
            package api;
            public class Hook {
                public void open(String text) { }
                public long keep(Span span) { return 0; }
                public static class Sub extends Hook { }
            }
            """;

    private static final String HOOK_NOW =
            """
            package api;
            public class Hook {
                public String said = "";
                public void open(StringBuilder text) { said += "super(" + text + ")"; }
                public static class Sub extends Hook { }
            }
            """;

    private static final String STAND_INS =
            """
            package shim;
            public class StandIns {
                public static java.time.Duration seconds(long n) {
                    return java.time.Duration.ofSeconds(n);
                }
                public static long size(java.time.Duration span) { return span.toMillis(); }
                public static long keep(api.Hook hook, java.time.Duration span) {
                    return span.toMillis() * 2;
                }
                public static String forward(StringBuilder now) { return now.toString(); }
                public static StringBuilder back(String before) { return new StringBuilder(before); }
            }
            """;

    private static final String PROGRAM =
            """
            package demo;
            import api.Hook;
            import api.Span;
            import java.util.function.Function;
            import java.util.function.ToLongFunction;
            public class Program {
                public static class Mine extends Hook.Sub {
                    String mine = "";
                    @Override public void open(String text) { super.open(text + "!"); mine += text; }
                }
                public static Object staticCall() { return Span.seconds(3).size(); }
                public static Object inheritedCall() { return new Hook.Sub().keep(Span.seconds(1)); }
                public static Object reference() {
                    Function<Long, Span> make = Span::seconds;
                    ToLongFunction<Span> size = Span::size;
                    return size.applyAsLong(make.apply(2L));
                }
                public static Object mine() { return new Mine(); }
                public static Object mine(Object mine) { return ((Mine) mine).mine; }
            }
            """;

    private final Map<String, byte[]> now = run();

    private static Map<String, byte[]> run() {
        Map<String, byte[]> before = Compiled.sources(SPAN_BEFORE, HOOK_BEFORE, PROGRAM);
        Map<String, byte[]> there = Compiled.sources(HOOK_NOW, STAND_INS);
        Map<String, String> types = Map.of("api/Span", "java/time/Duration");
        List<Call> calls = new ArrayList<>();
        for (String owner : List.of("api/Span", "api/Hook")) {
            calls.addAll(
                    Retargeting.standIns(
                            types,
                            owner,
                            before::get,
                            "shim/StandIns",
                            there.get("shim/StandIns")));
        }
        Map<String, byte[]> code = new TreeMap<>(before);
        code.keySet().removeIf(name -> name.startsWith("api/"));
        Retargeting retargeting =
                new Retargeting(
                        new Retargeting.Rules(
                                types,
                                calls,
                                List.of(
                                        new Bridge(
                                                "api/Hook",
                                                "open",
                                                "(Ljava/lang/String;)V",
                                                "(Ljava/lang/StringBuilder;)V",
                                                "shim/StandIns"))),
                        code::get,
                        before::get);
        Map<String, byte[]> all = new TreeMap<>(there);
        code.forEach((name, file) -> all.put(name, retargeting.classFile(file)));
        assertThat(retargeting.used()).contains("api/Span").hasSizeGreaterThan(4);
        return all;
    }

    private Object call(String method) throws Exception {
        return Compiled.call(Compiled.loader(now), "demo.Program", method);
    }

    @Test
    void aTypeAndItsCallsAreThoseOfAnother() throws Exception {
        assertThat(call("staticCall")).isEqualTo(3000L);
    }

    @Test
    void aCallIsFoundThroughTheClassThatInheritsIt() throws Exception {
        assertThat(call("inheritedCall")).isEqualTo(2000L);
    }

    @Test
    void aMethodReferenceIsACall() throws Exception {
        assertThat(call("reference")).isEqualTo(2000L);
    }

    @Test
    void aMethodThatUsersWroteIsReachedByTheNewOneAndReachesItsSuper() throws Exception {
        ClassLoader loader = Compiled.loader(now);
        Object mine = Compiled.call(loader, "demo.Program", "mine");
        mine.getClass()
                .getMethod("open", StringBuilder.class)
                .invoke(mine, new StringBuilder("now"));

        assertThat(mine.getClass().getField("said").get(mine)).isEqualTo("super(now!)");
        assertThat(
                        loader.loadClass("demo.Program")
                                .getMethod("mine", Object.class)
                                .invoke(null, mine))
                .isEqualTo("now");
    }

    @Test
    void aClassThatNoRuleSpeaksOfIsTheSameArray() {
        byte[] file =
                Compiled.sources(STAND_INS.replace("api.Hook hook", "Object hook"))
                        .get("shim/StandIns");

        assertThat(
                        new Retargeting(
                                        new Retargeting.Rules(Map.of(), List.of(), List.of()),
                                        name -> file,
                                        name -> null)
                                .classFile(file))
                .isSameAs(file);
    }

    private static byte[] retargeted(String name, String... sources) {
        Map<String, byte[]> before = Compiled.sources(sources);
        Map<String, byte[]> code = new TreeMap<>(before);
        code.keySet().removeIf(each -> each.startsWith("api/"));
        return new Retargeting(
                        new Retargeting.Rules(
                                Map.of("api/Span", "java/time/Duration"), List.of(), List.of()),
                        code::get,
                        before::get)
                .classFile(code.get(name));
    }

    @Test
    void twoMethodsThatBecomeOneAreRefusedWithTheirClass() {
        assertThatThrownBy(
                        () ->
                                retargeted(
                                        "demo/Twice",
                                        SPAN_BEFORE,
                                        """
                                        package demo;
                                        public class Twice {
                                            public void every(api.Span span) { }
                                            public void every(java.time.Duration span) { }
                                        }
                                        """))
                .isInstanceOf(RenameException.class)
                .hasMessageContaining("demo.Twice")
                .hasMessageContaining("every(api.Span)")
                .hasMessageContaining("every(java.time.Duration)");
    }

    @Test
    void aMethodThatWouldOverrideOneItDidNotIsRefused() {
        assertThatThrownBy(
                        () ->
                                retargeted(
                                        "demo/Inner$Sub",
                                        SPAN_BEFORE,
                                        """
                                        package demo;
                                        public class Inner {
                                            void every(api.Span span) { }
                                            static class Sub extends Inner {
                                                void every(java.time.Duration span) { }
                                            }
                                        }
                                        """))
                .isInstanceOf(RenameException.class)
                .hasMessageContaining("of demo.Inner,");
    }

    @Test
    void aNameInAStringIsReasonEnoughInAnyOfItsForms() {
        byte[] file =
                retargeted(
                        "demo/Names",
                        SPAN_BEFORE,
                        """
                        package demo;
                        public class Names {
                            public static String all() {
                                return String.join(" ", "api.Span", "api/Span.class", "[Lapi.Span;",
                                        "api/Span", "api.Spanner");
                            }
                        }
                        """);

        assertThat(Retargeting.strings(file))
                .contains(
                        "java.time.Duration",
                        "java/time/Duration.class",
                        "[Ljava.time.Duration;",
                        "java/time/Duration",
                        "api.Spanner");
    }

    @Test
    void aMethodThatTakesNothingNowIsBridgedToAndFromSuper() throws Exception {
        String hook =
                """
                package api;
                public class Start {
                    public Object first(String text) { return "base of " + text; }
                }
                """;
        Map<String, byte[]> before =
                Compiled.sources(
                        hook,
                        """
                        package demo;
                        public class Mine extends api.Start {
                            @Override public Object first(String text) {
                                return text + ", " + super.first("unknown");
                            }
                        }
                        """);
        Map<String, byte[]> now =
                Compiled.sources(
                        """
                        package api;
                        public class Start { public Object first() { return "base"; } }
                        """,
                        """
                        package shim;
                        public class Starts { public static String forward() { return "mine"; } }
                        """);
        Map<String, byte[]> all = new TreeMap<>(now);
        all.put(
                "demo/Mine",
                new Retargeting(
                                new Retargeting.Rules(
                                        Map.of(),
                                        List.of(),
                                        List.of(
                                                new Bridge(
                                                        "api/Start",
                                                        "first",
                                                        "(Ljava/lang/String;)Ljava/lang/Object;",
                                                        "()Ljava/lang/Object;",
                                                        "shim/Starts"))),
                                name -> name.startsWith("demo/") ? before.get(name) : null,
                                before::get)
                        .classFile(before.get("demo/Mine")));
        Object mine = Compiled.loader(all).loadClass("demo.Mine").getConstructor().newInstance();

        assertThat(mine.getClass().getMethod("first").invoke(mine)).isEqualTo("mine, base");
    }
}
