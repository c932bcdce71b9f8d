// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Which methods of code can be run, from where it begins. It is more than will be, never less, as
 * far as code can be known without being run:
 *
 * <ul>
 *   <li>a method that such a method calls, or has a reference to; called on an object, that of the
 *       same name and descriptor in every class that may have objects;
 *   <li>what the JVM and serialization call: class initialisers, constructors without arguments,
 *       {@code readObject} and its like, an enum's {@code values()};
 *   <li>what overrides a method of a type that is not looked at, for that type's users call it: the
 *       engine, the JDK, a library;
 *   <li>what may be called by reflection: all methods of a class that is a service's provider,
 *       whose name is a string of the program, or which is handed on as an object, and not only to
 *       name a logger; all methods whose own name is a string of the program; getters and setters;
 *       and what has an annotation.
 * </ul>
 *
 * <p>A class may have objects if it is the type of something: of a field, a parameter, a result, a
 * cast, a created object. One of which only static members are used has none.
 *
 * <p>A class that has to do with the target is looked at method by method. Of others, which are
 * most, the table of constants is read, and what they name is reachable with all its methods.
 */
final class Reach implements References.Listener {

    private static final Set<String> HOOKS =
            Set.of("readObject", "writeObject", "readObjectNoData", "readResolve", "writeReplace");
    private static final String INITIALISER = "<clinit>()V";
    private static final String PLAIN_CONSTRUCTOR = "<init>()V";
    private static final String MAIN = "main([Ljava/lang/String;)V";

    /** A class of the code. */
    private static final class Known {
        final String name;

        /** Null once it is not needed any more. */
        byte[] file;

        final boolean namesTarget;
        Boolean inDetail;
        boolean loaded;
        boolean mayHaveObjects;
        boolean whole;

        final Set<String> live = new HashSet<>();
        final Set<String> due = new HashSet<>();
        boolean headerDue;
        boolean declarationsDue;
        boolean waits;

        Known(String name, byte[] file, boolean namesTarget) {
            this.name = name;
            this.file = file;
            this.namesTarget = namesTarget;
        }
    }

    private record Method(Known owner, String key) {}

    private final LinkCheck.Code code;
    private final Predicate<String> checked;
    private final Shapes shapes;
    private final Links links;

    /** Of a newer Java: where they lead nobody can say, and the JVM refuses them. */
    private final Set<String> unreadable = new HashSet<>();

    private final Map<String, Known> known = new HashMap<>();
    private final Map<String, Known> inDetail = new LinkedHashMap<>();
    private final Set<String> named = new HashSet<>();
    private final Deque<Known> open = new ArrayDeque<>();

    /** Of classes that may have objects. */
    private final Map<String, List<Method>> byKey = new HashMap<>();

    private final Map<String, List<Method>> byName = new HashMap<>();
    private final Set<String> called = new HashSet<>();
    private final Set<String> strings = new HashSet<>();

    /**
     * @param target the class file of an internal name, of what is not code; null if there is none
     * @param checked whether a class belongs to the target
     */
    Reach(LinkCheck.Code code, Function<String, byte[]> target, Predicate<String> checked) {
        this.code = code;
        this.checked = checked;
        this.shapes =
                new Shapes(
                        name -> {
                            Known own = known(name);
                            return own == null ? target.apply(name) : own.file;
                        });
        this.links = new Links(shapes, checked, this::isOfCode);
    }

    Shapes shapes() {
        return shapes;
    }

    /** What that is reachable refers to. */
    Links links() {
        return links;
    }

    boolean isOfCode(String name) {
        return known(name) != null || unreadable.contains(name);
    }

    /** Null if it is not of the code, or can't be read. */
    private Known known(String name) {
        Known found = known.get(name);
        if (found == null && !known.containsKey(name)) {
            byte[] file = code.classFile(name);
            if (file != null && ClassFiles.readerOrNull(file) == null) {
                unreadable.add(name);
                file = null;
            }
            found = file == null ? null : new Known(name, file, code.mayNameTarget(file));
            known.put(name, found);
        }
        return found;
    }

    /**
     * Follows the code.
     *
     * @param main internal name of the class whose main method is run; null for none
     * @param whole internal names of classes that are run in other ways
     */
    void from(String main, Collection<String> whole) {
        if (main != null) {
            mayHaveObjects(main); // the launcher asks it for its methods
            String owner = declaring(main, MAIN);
            if (owner == null) {
                whole(main);
            } else {
                live(known(owner), MAIN);
            }
        }
        whole.forEach(this::whole);
        while (!open.isEmpty()) {
            Known next = open.remove();
            next.waits = false;
            if (isInDetail(next)) {
                lookAt(next);
            } else {
                lookAtConstants(next);
            }
        }
    }

    /** Methods that are not reachable, of classes that are, by class file. */
    void unreachable(BiConsumer<byte[], Predicate<String>> each) {
        for (Known type : List.copyOf(inDetail.values())) {
            if (type.loaded && type.live.size() < shapes.of(type.name).methods().size()) {
                each.accept(type.file, method -> !type.live.contains(method));
            }
        }
    }

    private boolean isInDetail(Known type) {
        if (type.inDetail == null) {
            type.inDetail = type.namesTarget || hasToDoWithTarget(type);
            if (type.inDetail) {
                inDetail.put(type.name, type);
            }
        }
        return type.inDetail;
    }

    private boolean hasToDoWithTarget(Known type) {
        for (String each : new ConstantTexts(new ClassReader(type.file)).classes()) {
            String element = each.startsWith("[") ? Links.element(each) : each;
            Known other = element == null ? null : known(element);
            if (other != null
                    && (other.namesTarget || shapes.lineage(element).stream().anyMatch(checked))) {
                return true;
            }
        }
        return false;
    }

    private void lookAt(Known type) {
        Set<String> due = Set.copyOf(type.due);
        type.due.clear();
        boolean header = type.headerDue;
        boolean declarations = type.declarationsDue;
        type.headerDue = false;
        type.declarationsDue = false;
        new ClassReader(type.file)
                .accept(
                        new References(
                                this,
                                header,
                                method ->
                                        due.contains(method)
                                                ? References.Depth.WHOLE
                                                : declarations
                                                        ? References.Depth.DECLARED
                                                        : References.Depth.NOTHING),
                        ClassReader.SKIP_FRAMES);
    }

    private void lookAtConstants(Known type) {
        if (type.file == null) {
            return; // once is enough
        }
        shapes.of(type.name);
        ConstantTexts texts = new ConstantTexts(new ClassReader(type.file));
        type.file = null;
        for (String each : texts.classes()) {
            String element = each.startsWith("[") ? Links.element(each) : each;
            if (element != null) {
                whole(element);
            }
        }
        texts.strings().forEach(this::string);
    }

    private void await(Known type) {
        if (!type.waits) {
            type.waits = true;
            open.add(type);
        }
    }

    /** It is loaded and initialised: its supertypes too, which may have its objects. */
    private Known loaded(String name) {
        if (named.add(name)) {
            code.providers(name).forEach(this::whole);
        }
        Known type = known(name);
        if (type == null || type.loaded) {
            return type;
        }
        type.loaded = true;
        await(type);
        if (isInDetail(type)) {
            type.headerDue = true;
            if (shapes.of(name).declares(INITIALISER)) {
                live(type, INITIALISER);
            }
        }
        return type;
    }

    private void mayHaveObjects(String name) {
        Known type = loaded(name);
        if (type == null || type.mayHaveObjects || !isInDetail(type)) {
            return;
        }
        type.mayHaveObjects = true;
        Shapes.Shape shape = shapes.of(name);
        shape.parents().forEach(this::mayHaveObjects);
        type.declarationsDue = true;
        await(type);
        links.bodies(name);
        for (Map.Entry<String, Integer> each : shape.methods().entrySet()) {
            String key = each.getKey();
            Method method = new Method(type, key);
            String methodName = key.substring(0, key.indexOf('('));
            byName.computeIfAbsent(methodName, none -> new ArrayList<>(1)).add(method);
            boolean ofObjects = shape.hasOfObjects(key);
            if (ofObjects) {
                byKey.computeIfAbsent(key, none -> new ArrayList<>(1)).add(method);
            }
            if (ofObjects && called.contains(key)
                    || strings.contains(methodName)
                    || shape.marked().contains(key)
                    || isCalledByOthers(shape, key, methodName, each.getValue())) {
                live(type, key);
            }
        }
        overriding(name);
    }

    private static boolean isCalledByOthers(
            Shapes.Shape shape, String key, String name, int access) {
        if (key.equals(PLAIN_CONSTRUCTOR) || HOOKS.contains(name)) {
            return true;
        }
        if ("java/lang/Enum".equals(shape.superName())) {
            return name.equals("values") || name.equals("valueOf");
        }
        if ("java/lang/Record".equals(shape.superName())) {
            return name.equals("<init>") || key.contains("()");
        }
        return (access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC)) == Opcodes.ACC_PUBLIC
                && isAccessor(name);
    }

    private static boolean isAccessor(String name) {
        int prefix =
                name.startsWith("get") || name.startsWith("set")
                        ? 3
                        : name.startsWith("is") ? 2 : name.length();
        return name.length() > prefix && Character.isUpperCase(name.charAt(prefix));
    }

    /** What its users outside of what is looked at call, whichever class has the method. */
    private void overriding(String name) {
        List<String> lineage = shapes.lineage(name);
        List<Known> own = new ArrayList<>();
        for (String each : lineage) {
            Known type = known(each);
            if (type != null && isInDetail(type)) {
                own.add(type);
            }
        }
        for (String each : lineage) {
            Known type = known(each);
            if (type != null && isInDetail(type)) {
                continue;
            }
            Shapes.Shape outside = shapes.of(each);
            for (Known one : own) {
                for (String key : shapes.of(one.name).methods().keySet()) {
                    // Of a type that is not there nobody knows what it has.
                    if (shapes.of(one.name).hasOfObjects(key)
                            && !key.startsWith("<")
                            && (outside == null || outside.hasOfObjects(key))) {
                        live(one, key);
                    }
                }
            }
        }
    }

    private void whole(String name) {
        mayHaveObjects(name);
        Known type = known(name);
        if (type == null || type.whole || !isInDetail(type)) {
            return;
        }
        type.whole = true;
        Shapes.Shape shape = shapes.of(name);
        shape.methods().keySet().forEach(key -> live(type, key));
        shape.parents().forEach(this::whole); // what it inherits can be called as well
    }

    private void live(Known type, String key) {
        if (isInDetail(type) && type.live.add(key)) {
            type.due.add(key);
            await(type);
        }
    }

    /** The class of the code that a method is found in; null if none has it. */
    private String declaring(String owner, String key) {
        for (String each : shapes.lineage(owner)) {
            Shapes.Shape shape = shapes.of(each);
            if (shape != null && shape.declares(key)) {
                return known(each) == null ? null : each;
            }
        }
        return null;
    }

    @Override
    public void type(String name, Absence.Place place) {
        links.type(name, place);
        mayHaveObjects(name);
    }

    @Override
    public void method(
            String owner,
            String name,
            String descriptor,
            boolean interfaceOwner,
            References.Call call,
            Absence.Place place) {
        links.method(owner, name, descriptor, interfaceOwner, call, place);
        if (!owned(owner, call == References.Call.STATIC)) {
            return;
        }
        String key = name + descriptor;
        if (known(owner) != null) {
            String declaring = declaring(owner, key);
            if (declaring != null) {
                loaded(declaring);
                live(known(declaring), key);
            }
        }
        if (call == References.Call.VIRTUAL && called.add(key)) {
            List<Method> all = byKey.getOrDefault(key, List.of());
            all.forEach(method -> live(method.owner(), key));
        }
    }

    /** Takes in whose member is used; false for an array. */
    private boolean owned(String owner, boolean isStatic) {
        if (owner.startsWith("[")) {
            String element = Links.element(owner);
            if (element != null) {
                mayHaveObjects(element);
            }
            return false;
        }
        if (isStatic) {
            loaded(owner);
        } else {
            mayHaveObjects(owner);
        }
        return true;
    }

    @Override
    public void field(
            String owner, String name, String descriptor, boolean isStatic, Absence.Place place) {
        links.field(owner, name, descriptor, isStatic, place);
        owned(owner, isStatic);
    }

    @Override
    public void literal(String name) {
        whole(name);
    }

    /** Whether it may be the name of a method; not all is looked at, for there are many. */
    private static boolean isWord(String text) {
        return !text.isEmpty()
                && Character.isJavaIdentifierStart(text.charAt(0))
                && Character.isJavaIdentifierPart(text.charAt(text.length() - 1));
    }

    @Override
    public void string(String text) {
        if (text.indexOf('.') > 0 || text.indexOf('/') > 0) {
            String name = text.replace('.', '/');
            if (Renaming.isName(name, '/') && known(name) != null) {
                whole(name);
            }
        } else if (isWord(text) && strings.add(text)) {
            List<Method> all = byName.getOrDefault(text, List.of());
            all.forEach(method -> live(method.owner(), method.key()));
        }
    }
}
