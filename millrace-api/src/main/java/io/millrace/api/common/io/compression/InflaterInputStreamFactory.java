// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io.compression;

import io.millrace.annotation.Internal;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;

/**
 * Reads one way of compressing files.
 *
 * @param <T> the stream it makes
 */
@Internal
public interface InflaterInputStreamFactory<T extends InputStream> {

    /** What is in a compressed stream. */
    T create(InputStream in) throws IOException;

    /** Endings of the names of such files, without the dot. */
    Collection<String> getCommonFileExtensions();
}
