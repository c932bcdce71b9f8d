// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Renames a jar, for builds.
 *
 * <pre>
 *   [--to millrace|flink] [--without GLOB]... [--keep GLOB]... [--pass a.b.C.method=d.e.F.method]...
 *       [--catch a.b.C.method=d.e.F.method]... JAR OUT
 * </pre>
 *
 * <p>{@code OUT} is a jar, or a directory, into which the entries go as files. {@code GLOB} is of
 * paths before renaming; {@code *} is any part of a path, separators included; {@code --keep} takes
 * back what {@code --without} leaves out. Strings that name classes are renamed if there is such a
 * class in the jar or on the class path. {@code --pass} sends what a method returns through a
 * static one ({@link PassedResults}, also on {@code (Object)} behind it), and {@code --catch} what
 * it throws ({@link CaughtFailures}), names as they are after renaming; only with a directory.
 *
 * <p>It throws and never ends the JVM, for a build may run it inside its own.
 */
public final class Main {

    private Main() {}

    /** See the class. */
    public static void main(String[] args) throws IOException {
        boolean toFlink = false;
        List<Pattern> without = new ArrayList<>();
        List<Pattern> keep = new ArrayList<>();
        Map<UnaryOperator<byte[]>, String> changes = new LinkedHashMap<>();
        List<String> files = new ArrayList<>();
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--to" -> toFlink = isFlink(value(args, ++i));
                case "--without" -> without.add(glob(value(args, ++i)));
                case "--keep" -> keep.add(glob(value(args, ++i)));
                case "--pass" -> {
                    PassedResults passing = PassedResults.parse(value(args, ++i));
                    changes.put(passing, passing.owner());
                }
                case "--catch" -> {
                    CaughtFailures catching = CaughtFailures.parse(value(args, ++i));
                    changes.put(catching, catching.owner());
                }
                default -> files.add(args[i]);
            }
        }
        if (files.size() != 2 || files.get(0).startsWith("-") || files.get(1).startsWith("-")) {
            throw new RenameException(
                    "Usage: [--to millrace|flink] [--without GLOB]... [--keep GLOB]... [--pass"
                            + " a.b.C.method=d.e.F.method]... [--catch a.b.C.method=d.e.F.method]..."
                            + " JAR OUT");
        }
        Path jar = Path.of(files.get(0));
        Path out = Path.of(files.get(1));
        Renaming names =
                toFlink ? Renaming.toFlink(name -> false) : Renaming.toMillrace(name -> false);
        Set<String> inside = classes(jar, names);
        Predicate<String> exists = name -> inside.contains(name) || isOnClassPath(name);
        Renaming renaming = toFlink ? Renaming.toFlink(exists) : Renaming.toMillrace(exists);
        JarRenaming jars =
                new JarRenaming(renaming)
                        .without(path -> matches(without, path) && !matches(keep, path));
        boolean unpack = Files.isDirectory(out) || files.get(1).endsWith("/");
        if (!unpack && !changes.isEmpty()) {
            throw new RenameException(
                    "--pass and --catch are for a directory, and " + out + " is none.");
        }
        if (unpack) {
            jars.unpack(jar, out);
        } else {
            jars.rename(jar, out);
        }
        for (Map.Entry<UnaryOperator<byte[]>, String> change : changes.entrySet()) {
            String owner = change.getValue();
            Path file = out.resolve(owner + Renaming.CLASS);
            if (!Files.exists(file)) {
                throw new RenameException(
                        "There is no class " + owner.replace('/', '.') + " in " + jar);
            }
            Files.write(file, change.getKey().apply(Files.readAllBytes(file)));
        }
    }

    private static boolean matches(List<Pattern> globs, String path) {
        return globs.stream().anyMatch(glob -> glob.matcher(path).matches());
    }

    private static String value(String[] args, int at) {
        if (at >= args.length) {
            throw new RenameException(args[at - 1] + " wants a value.");
        }
        return args[at];
    }

    private static boolean isFlink(String side) {
        return switch (side) {
            case "flink" -> true;
            case "millrace" -> false;
            default ->
                    throw new RenameException("--to is millrace or flink, and not '" + side + "'.");
        };
    }

    private static Pattern glob(String glob) {
        return Pattern.compile(("\\Q" + glob + "\\E").replace("*", "\\E.*\\Q"));
    }

    /** The jar's classes, by their names after renaming. */
    private static Set<String> classes(Path jar, Renaming names) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(Renaming.CLASS))
                    .map(name -> name.substring(0, name.length() - Renaming.CLASS.length()))
                    .map(names::internalName)
                    .collect(Collectors.toCollection(HashSet::new));
        }
    }

    private static boolean isOnClassPath(String internalName) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return (loader == null ? Main.class.getClassLoader() : loader)
                        .getResource(internalName + Renaming.CLASS)
                != null;
    }
}
