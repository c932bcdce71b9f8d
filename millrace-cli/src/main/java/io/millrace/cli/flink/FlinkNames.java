// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.flink;

import io.millrace.flink.FlinkInternals;
import io.millrace.rename.Renaming;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The names of a program that was compiled against Flink 1.20 or 2, here and there. For any thread.
 *
 * <p>Flink 2 has moved some classes of Flink 1.20 to other packages and changed no more of them:
 * they are what Millrace has under the older name.
 */
final class FlinkNames {

    private static final String ROOT = "io/millrace/";

    /** What Flink keeps of others: never renamed, and not here. */
    private static final String SHADED = "org/apache/flink/shaded/";

    /** Not renamed, but Millrace's and the program's together, as serializers are handed over. */
    private static final String KRYO = "com/esotericsoftware/";

    /** Where Millrace has what is not public in Flink and is asked for all the same. */
    private static final String INTERNALS = "io/millrace/flink/";

    /** Where Flink 2 has them to where Flink 1.20 has them; packages end with a slash. */
    private static final Map<String, String> MOVED = new LinkedHashMap<>();

    static {
        MOVED.put("streaming/api/functions/sink/legacy/", "streaming/api/functions/sink/");
        MOVED.put("streaming/api/functions/source/legacy/", "streaming/api/functions/source/");
        MOVED.put(
                "streaming/api/functions/sink/filesystem/legacy/",
                "streaming/api/functions/sink/filesystem/");
        MOVED.put("streaming/api/operators/legacy/", "streaming/api/operators/");
        MOVED.put("streaming/api/legacy/io/", "api/java/io/");
        MOVED.put("state/rocksdb/", "contrib/streaming/state/");
        MOVED.put("util/ParameterTool", "api/java/utils/ParameterTool");
        MOVED.put("util/MultipleParameterTool", "api/java/utils/MultipleParameterTool");
        MOVED.put("util/AbstractParameterTool", "api/java/utils/AbstractParameterTool");
        MOVED.put("core/execution/RecoveryClaimMode", "core/execution/RestoreMode");
    }

    private final Predicate<String> exists;
    private final Renaming toMillrace;
    private final Renaming toFlink = Renaming.toFlink(name -> false);

    /** Names as they stand in the program, for those that have moved. */
    private final Map<String, String> asWritten = new ConcurrentHashMap<>();

    /**
     * @param exists whether there is a class of that internal name here
     */
    FlinkNames(Predicate<String> exists) {
        this.exists = exists;
        toMillrace = Renaming.toMillrace(exists).withMoves(this::moved);
    }

    private String moved(String name) {
        if (name.startsWith(ROOT)) {
            String outer = outermost(name).substring(ROOT.length());
            if (FlinkInternals.names().contains(outer)) {
                return INTERNALS + name.substring(ROOT.length());
            }
        }
        for (Map.Entry<String, String> move : MOVED.entrySet()) {
            String before = ROOT + move.getKey();
            if (name.startsWith(before)
                    && (before.endsWith("/")
                            || name.length() == before.length()
                            || name.charAt(before.length()) == '$')) {
                String after = ROOT + move.getValue() + name.substring(before.length());
                asWritten.put(after, toFlink.internalName(name));
                return after;
            }
        }
        return name;
    }

    /** Whether what begins a path there is the class itself or one that it is around. */
    private static boolean isOf(String path, int end) {
        return end < path.length() && (path.charAt(end) == '.' || path.charAt(end) == '$');
    }

    private static String outermost(String name) {
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    Renaming toMillrace() {
        return toMillrace;
    }

    /** Whether there is a class of that internal name here. */
    boolean isHere(String internalName) {
        return exists.test(internalName);
    }

    /**
     * Where a resource of that path here may lie in the program, the likeliest first; the path
     * itself if nowhere. What a program has of its own in a package that Flink 2 has moved lies
     * under the name before.
     */
    Set<String> inProgram(String path) {
        Set<String> paths = new LinkedHashSet<>();
        paths.add(toFlink.resource(path));
        for (Map.Entry<String, String> move : MOVED.entrySet()) {
            String after = ROOT + move.getValue();
            if (path.startsWith(after) && (after.endsWith("/") || isOf(path, after.length()))) {
                paths.add(toFlink.resource(ROOT + move.getKey() + path.substring(after.length())));
            }
        }
        return paths;
    }

    /** The name of a class as the program has it, with dots, for people. */
    String asWritten(String internalName) {
        String name =
                internalName.startsWith(INTERNALS)
                        ? ROOT + internalName.substring(INTERNALS.length())
                        : internalName;
        return asWritten.getOrDefault(name, toFlink.internalName(name)).replace('/', '.');
    }

    /**
     * Whether a program that names it and does not find it lacks something of Flink's. So it is
     * with Kryo: a cluster of Flink's has it, in an older version.
     */
    static boolean isOfFlink(String internalName) {
        return isOfLauncher(internalName) || internalName.startsWith(SHADED);
    }

    /** Whether what the launcher has under that name comes before what the program brings. */
    static boolean isOfLauncher(String internalName) {
        return isMillraces(internalName) || isKryos(internalName);
    }

    /** Whether a class belongs to Kryo. */
    static boolean isKryos(String internalName) {
        return internalName.startsWith(KRYO);
    }

    /** Whether a class or resource belongs to Millrace's names, and not to a library's. */
    static boolean isMillraces(String internalName) {
        return internalName.startsWith(ROOT);
    }
}
