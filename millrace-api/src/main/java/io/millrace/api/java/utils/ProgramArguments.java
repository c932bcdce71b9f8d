// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.utils;

import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * The arguments of a program, taken apart: {@code --key value} or {@code -key value}, and {@code
 * --key} alone. What follows a key is its value unless it begins with a dash; a negative number is
 * a value all the same.
 */
final class ProgramArguments {

    private static final Pattern NUMBER =
            Pattern.compile(
                    "[+-]?(0[xX][0-9a-fA-F]+|(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?)[lLfFdD]?");

    private ProgramArguments() {}

    /**
     * Hands over each key with its value, in their order.
     *
     * @throws IllegalArgumentException if a value stands where a key was expected
     */
    static void each(String[] args, BiConsumer<String, String> pair) {
        int i = 0;
        while (i < args.length) {
            String key = key(args, i);
            i++;
            if (i < args.length && isValue(args[i])) {
                pair.accept(key, args[i]);
                i++;
            } else {
                pair.accept(key, AbstractParameterTool.NO_VALUE_KEY);
            }
        }
    }

    private static boolean isValue(String argument) {
        return !argument.startsWith("-") || NUMBER.matcher(argument).matches();
    }

    private static String key(String[] args, int i) {
        String argument = args[i];
        int dashes = argument.startsWith("--") ? 2 : argument.startsWith("-") ? 1 : 0;
        if (dashes == 0) {
            throw new IllegalArgumentException(
                    "Argument "
                            + (i + 1)
                            + " of the program, '"
                            + argument
                            + "', should be a key, but it does not begin with -- or - (a key has one value"
                            + " at most; one with spaces stands in quotes). All arguments: "
                            + String.join(" ", args));
        }
        if (argument.length() == dashes) {
            throw new IllegalArgumentException(
                    "Argument "
                            + (i + 1)
                            + " of the program, '"
                            + argument
                            + "', is a key without a name. All arguments: "
                            + String.join(" ", args));
        }
        return argument.substring(dashes);
    }
}
