// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.reader;

import io.millrace.connector.file.src.util.CheckpointedPosition;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;

/** Lines in a charset whose line ends cannot be found among the bytes: decoded first, then cut. */
final class CharLines implements Lines {

    private final BufferedReader reader;

    CharLines(InputStream in, Charset charset) {
        this.reader = new BufferedReader(new InputStreamReader(in, charset), 64 * 1024);
    }

    @Override
    public String next() throws IOException {
        return reader.readLine();
    }

    @Override
    public long offset() {
        return CheckpointedPosition.NO_OFFSET;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
