// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import java.io.PrintStream;
import java.util.Map;

/**
 * What a command is started in.
 *
 * @param variables the process's environment variables
 * @param out for what was asked for
 * @param err for everything that is to be said besides
 */
public record Surroundings(Map<String, String> variables, PrintStream out, PrintStream err) {

    static Surroundings ofProcess() {
        return new Surroundings(System.getenv(), System.out, System.err);
    }

    /** How the user calls the launcher; the scripts say it in a variable. */
    public String command() {
        return variables.getOrDefault("MILLRACE_COMMAND", "millrace");
    }

    /** Says something about the run. */
    public void say(String line) {
        err.println("millrace: " + line);
    }

    /** Says that something is probably not what was meant. */
    public void warn(String line) {
        say("warning: " + line);
    }
}
