// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.compression;

import io.millrace.annotation.Internal;
import java.util.Collection;
import java.util.List;

/** The suffixes by which a compressed file is known. Not all of them can be read. */
@Internal
public final class StandardDeCompressors {

    private static final List<String> SUFFIXES =
            List.of("gz", "gzip", "deflate", "bz2", "xz", "zst");

    private StandardDeCompressors() {}

    /** Without the dot. */
    public static Collection<String> getCommonSuffixes() {
        return SUFFIXES;
    }
}
