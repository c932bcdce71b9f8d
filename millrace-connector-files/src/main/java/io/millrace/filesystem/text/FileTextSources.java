// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.text;

import io.millrace.api.connector.source.Source;
import io.millrace.connector.file.src.FileSource;
import io.millrace.connector.file.src.reader.TextLineInputFormat;
import io.millrace.core.fs.Path;
import io.millrace.spi.TextFileSourceFactory;

/** Answers {@code readTextFile} with a {@link FileSource} of lines. */
public final class FileTextSources implements TextFileSourceFactory {

    public FileTextSources() {}

    @Override
    public Source<String, ?, ?> textFile(Path path, String charset) {
        return FileSource.forRecordStreamFormat(new TextLineInputFormat(charset), path).build();
    }
}
