// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.connector.source.Source;
import io.millrace.core.fs.Path;

/**
 * Makes the source behind {@code StreamExecutionEnvironment.readTextFile}: the environment knows no connector, so it
 * finds this one by {@link java.util.ServiceLoader}. The module {@code io.millrace:millrace-connector-files} has it.
 */
public interface TextFileSourceFactory {

    /**
     * A bounded source of the lines of a file, or of all files under a directory, each without what ends it.
     *
     * @param charset a name known to {@link java.nio.charset.Charset#forName}
     * @throws IllegalArgumentException if the charset is not known
     */
    Source<String, ?, ?> textFile(Path path, String charset);
}
