// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.connector.source.Source;
import io.millrace.core.fs.Path;

/**
 * Makes the source behind {@code readTextFile}; found by {@link java.util.ServiceLoader}, since the
 * API reads no file itself.
 */
public interface TextSourceFactory {

    /**
     * A bounded source of the lines of a file, or of the files in a directory.
     *
     * @param charsetName name of a charset this JVM knows
     */
    Source<String, ?, ?> textLines(Path path, String charsetName);
}
