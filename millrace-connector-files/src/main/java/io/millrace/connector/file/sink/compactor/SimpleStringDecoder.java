// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink.compactor;

import io.millrace.annotation.PublicEvolving;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Lines of text in UTF-8: what {@code SimpleStringEncoder} writes. */
@PublicEvolving
public class SimpleStringDecoder implements DecoderBasedReader.Decoder<String> {

    private static final long serialVersionUID = 1L;

    private transient BufferedReader reader;

    public SimpleStringDecoder() {}

    @Override
    public void open(InputStream input) throws IOException {
        reader = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
    }

    @Override
    public String decodeNext() throws IOException {
        return reader.readLine();
    }

    @Override
    public void close() throws IOException {}
}
