// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;

/**
 * Names in one direction: from {@code org.apache.flink} to {@code io.millrace}, or back.
 *
 * <p>Types are renamed wherever a class file names one: descriptors, generic signatures, frames,
 * annotations, records, handles of lambdas. Strings are another matter, for nobody says what they
 * mean. Renamed are
 *
 * <ul>
 *   <li>in {@code $deserializeLambda$}, what it compares a serialized lambda with;
 *   <li>a string that is as a whole the name of a class which exists on the other side (as {@code
 *       a.b.C}, {@code a/b/C}, {@code a/b/C.class} or {@code [La.b.C;}). Where a {@code switch}
 *       jumps by the string's hash, the hash is computed anew;
 *   <li>a string that is as a whole the path of a resource of {@link #withResources}.
 * </ul>
 *
 * <p>Free text is never touched, nor is a string that is the prefix and nothing else: it is data, a
 * logger's name, say, just as likely as something to compare names with. {@code
 * org.apache.flink.shaded} is left alone (see {@link Prefix}).
 *
 * <p>Renaming there and back gives what there was, byte by byte (of class files: as ASM writes
 * them), because a class that has a type of the other side in it is refused. A string that names a
 * class of the other side is data and stays; the way back alone would rename it.
 *
 * <p>Immutable, for any thread. A class loader that renames what it loads asks {@link #reverse()}
 * for the resource that holds a class, and {@link #content} for its bytes, of classes asked for as
 * resources, too.
 */
public final class Renaming {

    static final String CLASS = ".class";
    private static final String SERVICES = "META-INF/services/";
    private static final String VERSIONS = "META-INF/versions/";

    private final Prefix from;
    private final Prefix to;

    /** Whether a class exists on the other side, by its name there. */
    private final Predicate<String> exists;

    /** What a class is called that has another place on the other side, by its name there. */
    private final UnaryOperator<String> moves;

    /** Whether something lies at a path, by the path on this side. */
    private final Predicate<String> resources;

    private Renaming(
            Prefix from, Prefix to, Predicate<String> exists, UnaryOperator<String> moves) {
        this(from, to, exists, moves, path -> false);
    }

    private Renaming(
            Prefix from,
            Prefix to,
            Predicate<String> exists,
            UnaryOperator<String> moves,
            Predicate<String> resources) {
        this.from = from;
        this.to = to;
        this.exists = exists;
        this.moves = moves;
        this.resources = resources;
    }

    /**
     * From {@code org.apache.flink} to {@code io.millrace}.
     *
     * @param exists whether there is a class of that internal name ({@code io/millrace/...}), for
     *     strings that name one
     */
    public static Renaming toMillrace(Predicate<String> exists) {
        return new Renaming(Prefix.FLINK, Prefix.MILLRACE, exists, UnaryOperator.identity());
    }

    /**
     * From {@code io.millrace} to {@code org.apache.flink}.
     *
     * @param exists whether there is a class of that internal name ({@code org/apache/flink/...}),
     *     for strings that name one
     */
    public static Renaming toFlink(Predicate<String> exists) {
        return new Renaming(Prefix.MILLRACE, Prefix.FLINK, exists, UnaryOperator.identity());
    }

    /** The other direction: undoes what this one does, but for {@link #withMoves moves}. */
    public Renaming reverse() {
        UnaryOperator<String> back = path -> prefixed(path, to, from);
        return new Renaming(
                to,
                from,
                name -> exists.test(internalName(name)),
                UnaryOperator.identity(),
                path -> resources.test(back.apply(path)));
    }

    private static String prefixed(String path, Prefix before, Prefix now) {
        return before.begins(path, '/')
                ? now.with('/') + path.substring(before.with('/').length())
                : path;
    }

    /**
     * The same, and classes that have another place on the other side are called by that. There is
     * no way back from it: two names may become one.
     *
     * @param moved gives for an internal name of the other side the one that holds there; any name
     *     of which it knows nothing, and null, as it is. For any thread
     */
    public Renaming withMoves(UnaryOperator<String> moved) {
        return new Renaming(from, to, exists, moved, resources);
    }

    /**
     * The same, and a string that is the path of a resource as a whole, with a slash before it or
     * without, follows where the resource goes.
     *
     * @param paths whether something lies at a path, before renaming
     */
    public Renaming withResources(Predicate<String> paths) {
        return new Renaming(from, to, exists, moves, paths);
    }

    /** The name of a type or package as class files have it, {@code a/b/C}. */
    public String internalName(String name) {
        return rename(name, '/');
    }

    /** The name of a class or package as programs have it, {@code a.b.C}. */
    public String className(String name) {
        return rename(name, '.');
    }

    private String rename(String name, char separator) {
        if (name == null || !from.begins(name, separator)) {
            return name;
        }
        String renamed = to.with(separator) + name.substring(from.with(separator).length());
        return separator == '/'
                ? moves.apply(renamed)
                : moves.apply(renamed.replace('.', '/')).replace('/', '.');
    }

    /**
     * Where a resource or an entry of a jar lies then: classes and what lies beside them, service
     * files, and both for one version of Java. Any other path stays.
     */
    public String resource(String path) {
        if (path.startsWith(SERVICES)) {
            return SERVICES + className(path.substring(SERVICES.length()));
        }
        if (path.startsWith(VERSIONS)) {
            int slash = path.indexOf('/', VERSIONS.length());
            if (slash > 0) {
                return path.substring(0, slash + 1) + resource(path.substring(slash + 1));
            }
        }
        return internalName(path);
    }

    /** Whether the path is one of the other side already. */
    boolean isOfTheOtherSide(String path) {
        return !reverse().resource(path).equals(path);
    }

    /**
     * What a resource holds then: class files, service files and manifests renamed, all else as it
     * is. A jar is not looked into; that is {@link JarRenaming}'s.
     *
     * @param path where it lies before
     * @throws RenameException if it is a class that can't be renamed
     */
    public byte[] content(String path, byte[] content) {
        if (path.endsWith(CLASS)) {
            return classFile(content);
        }
        if (isServiceFile(path)) {
            return serviceFile(content);
        }
        if (path.equals(Manifests.PATH)) {
            return Manifests.rename(this, content, false);
        }
        return content;
    }

    private static boolean isServiceFile(String path) {
        return path.startsWith(SERVICES) && path.indexOf('/', SERVICES.length()) < 0;
    }

    /**
     * A class file; the array itself if there is nothing to rename in it.
     *
     * @throws RenameException if it names the other side already, for it could not be renamed back
     *     then; or if it is no class file, or one newer than is known here
     */
    public byte[] classFile(byte[] classFile) {
        ClassReader reader = ClassFiles.reader(classFile);
        ConstantTexts texts = new ConstantTexts(reader);
        Set<String> data = new HashSet<>(texts.strings());
        texts.classes().forEach(data::remove);
        boolean named = false;
        for (String text : texts.all()) {
            if (to.standsIn(text) && !data.contains(text) && isType(text, to)) {
                throw new RenameException(
                        "The class "
                                + reader.getClassName().replace('/', '.')
                                + " names "
                                + to.with('.')
                                + " already, in '"
                                + text
                                + "'. A class that names both sides can't be renamed from "
                                + this
                                + ".");
            }
            named |= from.standsIn(text);
        }
        if (!named) {
            return classFile;
        }
        boolean strings = false;
        for (String text : texts.strings()) {
            strings |= !string(text).equals(text);
        }
        return write(reader, strings);
    }

    private static boolean isType(String text, Prefix side) {
        return side.begins(text, '/') || side.standsInDescriptor(text);
    }

    private byte[] write(ClassReader reader, boolean strings) {
        ClassWriter writer = new ClassWriter(0);
        ClassVisitor renamer = new ClassRenamer(writer, this, strings);
        reader.accept(renamer, 0);
        return writer.toByteArray();
    }

    /** As ASM writes it, with nothing renamed: what renaming there and back gives. */
    static byte[] asWritten(byte[] classFile) {
        Renaming none =
                new Renaming(
                        Prefix.MILLRACE, Prefix.MILLRACE, name -> false, UnaryOperator.identity());
        return none.write(ClassFiles.reader(classFile), false);
    }

    /**
     * Whether it is a class file, of whatever release of Java, as opposed to a file that is only
     * called so.
     */
    public static boolean isClassFile(byte[] content) {
        if (content.length < 10
                || content[0] != (byte) 0xCA
                || content[1] != (byte) 0xFE
                || content[2] != (byte) 0xBA
                || content[3] != (byte) 0xBE) {
            return false;
        }
        try {
            return new ClassReader(content).getItemCount() > 0;
        } catch (IndexOutOfBoundsException e) {
            return false; // it ends too early
        } catch (IllegalArgumentException e) {
            return true; // newer than is known here
        }
    }

    /** A string of a program; the same if nothing says that it is a name. */
    String string(String text) {
        String path = text.startsWith("/") ? text.substring(1) : text;
        if (from.begins(path, '/') && resources.test(path)) {
            return text.substring(0, text.length() - path.length()) + resource(path);
        }
        return typeIn(
                text,
                name -> {
                    String renamed = internalName(name);
                    return renamed.equals(name) || !exists.test(renamed) ? name : renamed;
                });
    }

    /**
     * A string that may be the name of a class as a whole, as {@code a.b.C}, {@code a/b/C}, {@code
     * a/b/C.class} or {@code [La.b.C;}, with another name in it; the same if it is none.
     *
     * @param renamed the new internal name of a class
     */
    static String typeIn(String text, UnaryOperator<String> renamed) {
        int begin = 0;
        int end = text.length();
        if (text.endsWith(";")) {
            while (begin < end && text.charAt(begin) == '[') {
                begin++;
            }
            if (begin == end || text.charAt(begin) != 'L') {
                return text;
            }
            begin++;
            end--;
        } else if (text.endsWith(CLASS)) {
            begin = text.startsWith("/") ? 1 : 0;
            end -= CLASS.length();
        }
        if (end <= begin) {
            return text;
        }
        String name = text.substring(begin, end);
        char separator = name.indexOf('/') >= 0 ? '/' : '.';
        if (!isName(name, separator)) {
            return text;
        }
        String internal = name.replace('.', '/');
        String other = renamed.apply(internal);
        return other.equals(internal)
                ? text
                : text.substring(0, begin) + other.replace('/', separator) + text.substring(end);
    }

    static boolean isName(String name, char separator) {
        boolean first = true;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == separator && !first) {
                first = true;
            } else if (first
                    ? Character.isJavaIdentifierStart(c)
                    : Character.isJavaIdentifierPart(c)) {
                first = false;
            } else {
                return false;
            }
        }
        return !first;
    }

    /** A file of {@code META-INF/services}: one class a line, and remarks, which stay. */
    private byte[] serviceFile(byte[] content) {
        String text = new String(content, StandardCharsets.UTF_8);
        List<String> lines = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            int remark = line.indexOf('#');
            String name = (remark < 0 ? line : line.substring(0, remark)).strip();
            int at = name.isEmpty() ? -1 : line.indexOf(name);
            lines.add(
                    at < 0
                            ? line
                            : line.substring(0, at)
                                    + className(name)
                                    + line.substring(at + name.length()));
        }
        String renamed = String.join("\n", lines);
        return renamed.equals(text) ? content : renamed.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return from.with('.') + " to " + to.with('.');
    }
}
