// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.text;

import io.millrace.api.connector.source.Source;
import io.millrace.connector.file.src.FileSource;
import io.millrace.connector.file.src.reader.TextLineInputFormat;
import io.millrace.core.fs.Path;
import io.millrace.spi.TextSourceFactory;

/** Answers {@code readTextFile} with a {@link FileSource} of lines. */
public final class FileTextSources implements TextSourceFactory {

    public FileTextSources() {}

    @Override
    public Source<String, ?, ?> textLines(Path path, String charsetName) {
        return FileSource.forRecordStreamFormat(new TextLineInputFormat(charsetName), path).build();
    }
}
