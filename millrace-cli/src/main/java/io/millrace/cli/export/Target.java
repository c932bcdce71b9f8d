// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import io.millrace.rename.ApiTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** A Flink that jobs are exported to. */
enum Target {
    FLINK_1_20("1.20"),
    FLINK_2_3("2.3");

    /** Where the tables of {@code millrace-flink-shims} lie. */
    static final String FOLDER = "/io/millrace/flink/shim/";

    private final String version;

    Target(String version) {
        this.version = version;
    }

    /** Null if there is none of that name. */
    static Target named(String name) {
        for (Target target : values()) {
            if (target.toString().equals(name)) {
                return target;
            }
        }
        return null;
    }

    /** As in a sentence. */
    String title() {
        return "Flink " + version;
    }

    /** Whether code against Flink 1.20 has to be changed for it. */
    boolean isAnotherApi() {
        return this != FLINK_1_20;
    }

    /** What its jars and those of its connectors offer. */
    ApiTable api() {
        try (InputStream in = resource(this + ".api")) {
            return ApiTable.read(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static InputStream resource(String name) {
        InputStream in = Target.class.getResourceAsStream(FOLDER + name);
        if (in == null) {
            throw new IllegalStateException(
                    "millrace-flink-shims is not on the launcher's class path, or was built without "
                            + name);
        }
        return in;
    }

    @Override
    public String toString() {
        return "flink-" + version;
    }
}
