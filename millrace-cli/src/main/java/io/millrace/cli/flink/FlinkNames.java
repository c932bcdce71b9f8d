// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.flink;

import io.millrace.flink.FlinkInternals;
import io.millrace.rename.Renaming;
import java.util.LinkedHashMap;
import java.util.Map;
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

    private final Renaming toMillrace;
    private final Renaming toFlink = Renaming.toFlink(name -> false);

    /** Names as they stand in the program, for those that have moved. */
    private final Map<String, String> asWritten = new ConcurrentHashMap<>();

    /**
     * @param exists whether there is a class of that internal name here
     */
    FlinkNames(Predicate<String> exists) {
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

    private static String outermost(String name) {
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    Renaming toMillrace() {
        return toMillrace;
    }

    /** Where a resource of that path here may lie in the program; the path itself if nowhere. */
    String inProgram(String path) {
        return toFlink.resource(path);
    }

    /** The name of a class as the program has it, with dots, for people. */
    String asWritten(String internalName) {
        String name =
                internalName.startsWith(INTERNALS)
                        ? ROOT + internalName.substring(INTERNALS.length())
                        : internalName;
        return asWritten.getOrDefault(name, toFlink.internalName(name)).replace('/', '.');
    }

    /** Whether a program that names it and does not find it lacks something of Flink's. */
    static boolean isOfFlink(String internalName) {
        return isMillraces(internalName) || internalName.startsWith(SHADED);
    }

    /** Whether a class or resource belongs to Millrace's names, and not to a library's. */
    static boolean isMillraces(String internalName) {
        return internalName.startsWith(ROOT);
    }
}
