// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Which methods count as reachable: {@code lib.Gone} is not there, and whoever calls it is found if
 * it can be reached.
 */
class ReachTest {

    private static final String[] LIBRARY = {
        "package lib; public class Gone { public static void go() {} public void stay() {} }",
        "package lib; public class GoneToo extends Here {}",
        "package lib; public class GoneTrouble extends RuntimeException {}",
        "package lib; public class Here {}",
        "package lib; public interface Fn { void call(); }",
        "package lib; public class Engine { public static void run(Fn fn) {} }"
    };

    private final Map<String, List<String>> services = new TreeMap<>();

    /** With the library's own sources in front. */
    private static Map<String, byte[]> compiled(String... program) {
        String[] all = new String[LIBRARY.length + program.length];
        System.arraycopy(LIBRARY, 0, all, 0, LIBRARY.length);
        System.arraycopy(program, 0, all, LIBRARY.length, program.length);
        return Compiled.sources(all);
    }

    private LinkCheck.Result check(String... program) {
        Map<String, byte[]> all = compiled(program);
        return new LinkCheck(
                        new LinkCheck.Code() {
                            @Override
                            public byte[] classFile(String name) {
                                return name.startsWith("lib/") ? null : all.get(name);
                            }

                            @Override
                            public boolean mayNameTarget(byte[] file) {
                                return new String(file, StandardCharsets.ISO_8859_1)
                                        .contains("lib/");
                            }

                            @Override
                            public Collection<String> providers(String service) {
                                return services.getOrDefault(service, List.of());
                            }
                        },
                        name ->
                                !name.startsWith("lib/")
                                        ? jdk(name)
                                        : name.startsWith("lib/Gone") ? null : all.get(name),
                        name -> name.startsWith("lib/"))
                .check("p/Main", List.of());
    }

    private static byte[] jdk(String name) {
        try (InputStream in =
                ClassLoader.getPlatformClassLoader().getResourceAsStream(name + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String main(String body) {
        return "package p; public class Main { public static void main(String[] a) throws Exception {"
                + body
                + "} }";
    }

    /** The methods that are found to call what is gone. */
    private List<String> found(String... program) {
        return check(program).absences().stream()
                .flatMap(absence -> absence.places().stream())
                .map(place -> place.className().replaceFirst("^p/", "") + "." + place.method())
                .distinct()
                .sorted()
                .toList();
    }

    private static String type(String name, String members) {
        return "package p; public class " + name + " { " + members + " }";
    }

    @Test
    void whatIsCalledFromMainIsReachedAndNoMore() {
        LinkCheck.Result result =
                check(
                        main("Tool.used();"),
                        type(
                                "Tool",
                                "static void used() { inner(); } static void inner() { lib.Gone.go(); }"
                                        + " static void not() { lib.Gone.go(); new lib.GoneToo(); }"));

        assertThat(result.absences()).hasSize(1);
        assertThat(result.absences().get(0).places())
                .extracting(Absence.Place::method)
                .containsExactly("inner");
        assertThat(result.unreached()).as("GoneToo").isEqualTo(1);
    }

    @Test
    void otherMethodsOfMainAreNotReached() {
        assertThat(
                        found(
                                "package p; public class Main { public static void main(String[] a) {}"
                                        + " void other() { lib.Gone.go(); } }"))
                .isEmpty();
    }

    @Test
    void aMainMethodMayBeInherited() {
        assertThat(
                        found(
                                "package p; public class Main extends Base {}",
                                type(
                                        "Base",
                                        "public static void main(String[] a) { lib.Gone.go(); }")))
                .containsExactly("Base.main");
    }

    @Test
    void aCallReachesAllThatOverride() {
        assertThat(
                        found(
                                main("Shape s = Two.make(); s.draw(); new One();"),
                                "package p; public interface Shape { void draw(); void hide(); lib.Here here(); }",
                                "package p; public class One implements Shape {"
                                        + " public void draw() { lib.Gone.go(); } public lib.Here here() { return null; }"
                                        + " public void hide() { lib.Gone.go(); } }",
                                "package p; public class Two implements Shape {"
                                        + " static Shape make() { return new Two(); } public lib.Here here() { return null; }"
                                        + " public void draw() { lib.Gone.go(); } public void hide() {} }",
                                "package p; public class Three implements Shape {"
                                        + " public void draw() { lib.Gone.go(); } public void hide() {}"
                                        + " public lib.Here here() { return null; } }"))
                .containsExactly("One.draw", "Two.draw");
    }

    @Test
    void aMethodThatIsInheritedImplementsAnInterface() {
        assertThat(
                        found(
                                main("Shape s = new Sub(); s.draw();"),
                                "package p; public interface Shape { void draw(); }",
                                type("Base", "public void draw() { lib.Gone.go(); }"),
                                "package p; public class Sub extends Base implements Shape {}"))
                .containsExactly("Base.draw");
    }

    @Test
    void aDefaultMethodAndTheCallToASuperMethodAreReached() {
        assertThat(
                        found(
                                main("Shape s = new One(); s.draw(); new Sub().close();"),
                                "package p; public interface Shape { default void draw() { lib.Gone.go(); } }",
                                "package p; public class One implements Shape {}",
                                type("Base", "public void close() { lib.Gone.go(); }"),
                                "package p; public class Sub extends Base {"
                                        + " public void close() { super.close(); } }"))
                .containsExactly("Base.close", "Shape.draw");
    }

    @Test
    void theInitialiserOfAClassIsReachedWithItsFirstUse() {
        assertThat(
                        found(
                                main("System.out.println(Tool.COUNT); new Sub();"),
                                type(
                                        "Tool",
                                        "static int COUNT = a(); static int a() { lib.Gone.go(); return 1; }"),
                                type("Base", "static { lib.Gone.go(); }"),
                                "package p; public class Sub extends Base {}"))
                .containsExactly("Base.<clinit>", "Tool.a");
    }

    @Test
    void whatTheEngineOrTheJdkCallsIsReached() {
        assertThat(
                        found(
                                main(
                                        "lib.Engine.run(new Function()); new Thread(new Work()); new Sub();"),
                                "package p; public class Function implements lib.Fn {"
                                        + " public void call() { lib.Gone.go(); }"
                                        + " public void other() { lib.Gone.go(); }"
                                        + " public String toString() { lib.Gone.go(); return null; } }",
                                "package p; public class Work implements Runnable {"
                                        + " public void run() { lib.Gone.go(); } }",
                                type("Middle", "public void close() { lib.Gone.go(); }"),
                                "package p; public class Sub extends Middle implements AutoCloseable {}"))
                .containsExactly("Function.call", "Function.toString", "Middle.close", "Work.run");
    }

    @Test
    void aTypeThatIsNotThereMayHaveAnyMethod() {
        String[] program = {
            main("q.Plugins.add(new Plugin());"),
            "package q; public interface Missing { void start(); }",
            "package q; public class Plugins { public static void add(Missing m) {} }",
            "package p; public class Plugin implements q.Missing {"
                    + " public void start() { lib.Gone.go(); } }"
        };
        Map<String, byte[]> all = compiled(program);

        assertThat(
                        new LinkCheck(
                                        name ->
                                                name.startsWith("q/") || name.startsWith("lib/")
                                                        ? null
                                                        : all.get(name),
                                        ReachTest::jdk,
                                        name -> name.startsWith("lib/"))
                                .check("p/Main", List.of())
                                .absences())
                .hasSize(1);
    }

    @Test
    void lambdasAndMethodReferencesAreReachedWhereTheyAreMade() {
        assertThat(
                        found(
                                main(
                                        "lib.Fn f = () -> lib.Gone.go(); lib.Fn g = Tool::used;"
                                                + " lib.Fn h = new Tool()::bound; Runnable r = Made::new;"),
                                type(
                                        "Tool",
                                        "static void used() { lib.Gone.go(); }"
                                                + " void bound() { lib.Gone.go(); }"
                                                + " static lib.Fn not() { return () -> lib.Gone.go(); }"),
                                type("Made", "Made() { lib.Gone.go(); }")))
                .containsExactly("Made.<init>", "Main.lambda$main$0", "Tool.bound", "Tool.used");
    }

    @Test
    void whatSerializationCallsIsReached() {
        assertThat(
                        found(
                                main("new Kept();"),
                                "package p; public class Kept extends Plain implements java.io.Serializable {"
                                        + " private Kept(int i) { lib.Gone.go(); } Kept() {}"
                                        + " private void readObject(java.io.ObjectInputStream in) { lib.Gone.go(); }"
                                        + " private void writeObject(java.io.ObjectOutputStream o) { lib.Gone.go(); }"
                                        + " private Object writeReplace() { lib.Gone.go(); return null; }"
                                        + " private Object readResolve() { lib.Gone.go(); return null; }"
                                        + " private void own() { lib.Gone.go(); } }",
                                type("Plain", "Plain() { lib.Gone.go(); }")))
                .containsExactly(
                        "Kept.readObject",
                        "Kept.readResolve",
                        "Kept.writeObject",
                        "Kept.writeReplace",
                        "Plain.<init>");
    }

    @Test
    void ofAClassThatAStringNamesAllIsReached() {
        String secret =
                "private Secret() { lib.Gone.go(); } private static void hidden() { lib.Gone.go(); }"
                        + " public void open() { lib.Gone.go(); }";

        for (String named : List.of("\"p.Secret\"", "\"p/Secret\"", "Secret.class")) {
            assertThat(
                            found(
                                    main(
                                            "Object o = "
                                                    + named
                                                    + "; o.getClass().getDeclaredMethod(\"hid\" + \"den\");"),
                                    type("Secret", secret)))
                    .as(named)
                    .containsExactly("Secret.<init>", "Secret.hidden", "Secret.open");
        }
    }

    @Test
    void whatItInheritsMayBeCalledByReflectionToo() {
        assertThat(
                        found(
                                main("Object o = \"p.Secret\";"),
                                "package p; public class Secret extends Base {}",
                                type("Base", "public void open() { lib.Gone.go(); }")))
                .containsExactly("Base.open");
    }

    @Test
    void aClassThatOnlyNamesALoggerIsNotHandedOn() {
        String logger =
                "package log; public class LoggerFactory { public static Object getLogger(Class<?> c) {"
                        + " return null; } }";
        String tool =
                "static final Object LOG = log.LoggerFactory.getLogger(Tool.class);"
                        + " static final String NAME = Tool.class.getSimpleName();"
                        + " static void used() { assert NAME != null; }"
                        + " void not() { lib.Gone.go(); }";

        assertThat(found(main("Tool.used();"), type("Tool", tool), logger)).isEmpty();
        assertThat(
                        found(
                                main("Tool.used();"),
                                type("Tool", tool.replace("getLogger", "make")),
                                logger.replace("getLogger", "make")))
                .containsExactly("Tool.not");
    }

    @Test
    void aMethodWhoseNameIsAStringIsReachedWhereThereMayBeObjects() {
        assertThat(
                        found(
                                main("call(new Tool(), \"secret\");")
                                        .replaceFirst(
                                                "\\}$",
                                                " static void call(Object o, String name) throws Exception {"
                                                        + " o.getClass().getDeclaredMethod(name).invoke(o); } }"),
                                type(
                                        "Tool",
                                        "private void secret() { lib.Gone.go(); }"
                                                + " private void other() { lib.Gone.go(); }")))
                .containsExactly("Tool.secret");
    }

    @Test
    void providersAreReachedWithAllTheirMethods() {
        services.put("p/Service", List.of("p/Provider"));
        String provider =
                "package p; public class Provider implements Service {"
                        + " public Provider() { lib.Gone.go(); } public void more() { lib.Gone.go(); } }";
        String service = "package p; public interface Service {}";

        assertThat(found(main("java.util.ServiceLoader.load(Service.class);"), provider, service))
                .containsExactly("Provider.<init>", "Provider.more");
        assertThat(found(main(""), provider, service)).isEmpty();
    }

    @Test
    void beansEnumsRecordsAndAnnotatedMethodsAreReached() {
        assertThat(
                        found(
                                main(
                                        "Object o = new Bean(); Object e = Color.RED; Object r = new Point(1);"
                                                + " Object h = new Handler();"),
                                type(
                                        "Bean",
                                        "public int getA() { lib.Gone.go(); return 1; }"
                                                + " public void setA(int a) { lib.Gone.go(); }"
                                                + " public boolean isB() { lib.Gone.go(); return true; }"
                                                + " public void gets() { lib.Gone.go(); }"
                                                + " public static void getIt() { lib.Gone.go(); }"),
                                "package p; public record Point(int x) { public int x() { lib.Gone.go(); return x; } }",
                                "package p; public interface Color { Shade RED = Shade.A; enum Shade { A;"
                                        + " static { lib.Gone.go(); } } }",
                                "package p; @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)"
                                        + " public @interface Subscribe { Class<?> by() default Object.class; }",
                                "package p; public class Handler { @Subscribe(by = Made.class) void on() { lib.Gone.go(); }"
                                        + " void off() { lib.Gone.go(); } }",
                                type("Made", "void any() { lib.Gone.go(); }")))
                .containsExactly(
                        "Bean.getA",
                        "Bean.isB",
                        "Bean.setA",
                        "Color$Shade.<clinit>",
                        "Handler.on",
                        "Made.any",
                        "Point.x");
    }

    @Test
    void aClassThatHasNothingToDoWithTheTargetReachesAllOfWhatItNames() {
        assertThat(
                        found(
                                main("Far.go();"),
                                type("Far", "static void go() { new Near().run(null); }"),
                                type("Near", "void run(Job j) { j.start(); }"),
                                "package p; public interface Job { void start(); }",
                                "package p; public class Real implements Job {"
                                        + " public void start() { lib.Gone.go(); } }"))
                .as("Real is named nowhere")
                .isEmpty();
        assertThat(
                        found(
                                main("Far.go(new Real());"),
                                type("Far", "static void go(Job j) { new Near().run(j); }"),
                                type("Near", "void run(Job j) { j.start(); }"),
                                "package p; public interface Job { void start(); }",
                                "package p; public class Real implements Job {"
                                        + " public void start() { lib.Gone.go(); } void not() { lib.Gone.go(); } }"))
                .containsExactly("Real.start");
    }

    @Test
    void declaredTypesCountOfClassesThatMayHaveObjects() {
        String tool = "static void used() {} lib.Gone declared(lib.Gone in) { return in; }";

        assertThat(found(main("Tool.used();"), type("Tool", tool))).isEmpty();
        assertThat(found(main("new Tool();"), type("Tool", tool))).containsExactly("Tool.declared");
    }

    @Test
    void whatTheVerifierLoadsCountsThoughTheMethodIsNotReached() throws Exception {
        Map<String, Boolean> bodies =
                Map.of(
                        "lib.Here h = new lib.GoneToo();", false,
                        "try { hashCode(); } catch (lib.GoneTrouble t) { }", true,
                        "throw new lib.GoneTrouble();", true,
                        "take(new lib.GoneToo());", true,
                        "lib.Here h = a() ? new lib.Here() : new lib.GoneToo(); h.hashCode();",
                                true,
                        "held = new lib.GoneToo();", true,
                        "lib.Gone g = new lib.Gone(); g.stay();", false,
                        "Object o = new lib.Gone(); o.hashCode();", false,
                        "lib.Gone[] all = { new lib.Gone() }; all[0].stay();", false,
                        "lib.Gone.go(); Object o = lib.Gone.class;", false);
        for (Map.Entry<String, Boolean> body : bodies.entrySet()) {
            String[] program = {
                main("Tool.used();"),
                type(
                        "Tool",
                        "static lib.Here held; static void used() {} static boolean a() { return true; }"
                                + " static void take(lib.Here h) {} void not() { "
                                + body.getKey()
                                + " }")
            };
            Map<String, byte[]> classes = compiled(program);
            classes.keySet().removeIf(name -> name.startsWith("lib/Gone"));
            ClassLoader loader = Compiled.loader(classes);
            boolean fails = fails(loader);

            assertThat(fails).as(body.getKey()).isEqualTo(body.getValue());
            assertThat(!found(program).isEmpty()).as(body.getKey()).isEqualTo(fails);
        }
    }

    private static boolean fails(ClassLoader loader) throws Exception {
        Object arguments = new String[0];
        try {
            loader.loadClass("p.Main").getMethod("main", String[].class).invoke(null, arguments);
            return false;
        } catch (java.lang.reflect.InvocationTargetException e) {
            assertThatThrownBy(
                            () -> {
                                throw e.getCause();
                            })
                    .isInstanceOf(NoClassDefFoundError.class);
            return true;
        }
    }
}
