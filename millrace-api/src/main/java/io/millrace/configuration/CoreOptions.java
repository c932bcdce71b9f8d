// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.PublicEvolving;

/** What concerns everything. */
@PublicEvolving
public class CoreOptions {

    /** Where temporary files go; several places are separated by commas. */
    public static final ConfigOption<String> TMP_DIRS =
            key("io.tmp.dirs")
                    .stringType()
                    .defaultValue(System.getProperty("java.io.tmpdir"))
                    .withDeprecatedKeys("taskmanager.tmp.dirs")
                    .withDescription(
                            "Where temporary files go; several places are separated by commas.");

    /** The parallelism of programs that set none. */
    public static final ConfigOption<Integer> DEFAULT_PARALLELISM =
            key("parallelism.default")
                    .intType()
                    .defaultValue(1)
                    .withDescription("The parallelism of programs that set none.");

    /** What a path without a scheme belongs to, as {@code hdfs://host:9000}. */
    public static final ConfigOption<String> DEFAULT_FILESYSTEM_SCHEME =
            key("fs.default-scheme")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "What a path without a scheme belongs to, as hdfs://host:9000.");

    /** Schemes that Hadoop may serve though there is a file system for them. */
    public static final ConfigOption<String> ALLOWED_FALLBACK_FILESYSTEMS =
            key("fs.allowed-fallback-filesystems")
                    .stringType()
                    .defaultValue("")
                    .withDescription(
                            "Schemes that Hadoop may serve though there is a file system for "
                                    + "them.");

    /** Whether output formats overwrite files that exist. */
    public static final ConfigOption<Boolean> FILESYTEM_DEFAULT_OVERRIDE =
            key("fs.overwrite-files")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether output formats overwrite files that exist.");

    /** Whether output formats make a directory even for one file. */
    public static final ConfigOption<Boolean> FILESYSTEM_OUTPUT_ALWAYS_CREATE_DIRECTORY =
            key("fs.output.always-create-directory")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether output formats make a directory even for one file.");

    /**
     * Whether classes of the program come from its jars first ({@code child-first}) or last ({@code
     * parent-first}).
     */
    public static final ConfigOption<String> CLASSLOADER_RESOLVE_ORDER =
            key("classloader.resolve-order")
                    .stringType()
                    .defaultValue("child-first")
                    .withDescription(
                            "Whether classes of the program come from its jars first (child-first) "
                                    + "or last (parent-first).");

    /** Whether the use of the class loader of a job that has ended is an error. */
    public static final ConfigOption<Boolean> CHECK_LEAKED_CLASSLOADER =
            key("classloader.check-leaked-classloader")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription(
                            "Whether the use of the class loader of a job that has ended is an "
                                    + "error.");
}
