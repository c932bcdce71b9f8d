// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io;

import io.millrace.api.common.io.compression.InflaterInputStreamFactory;
import java.io.InputStream;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** Who reads compressed files, by the endings of their names. Any thread. */
final class FileInflaters {

    private static final Map<String, InflaterInputStreamFactory<?>> BY_EXTENSION =
            new ConcurrentHashMap<>();

    static {
        add(List.of("deflate"), InflaterInputStream::new);
        add(List.of("gz", "gzip"), GZIPInputStream::new);
    }

    private FileInflaters() {}

    private interface Making {
        InputStream make(InputStream in) throws java.io.IOException;
    }

    private static void add(List<String> extensions, Making making) {
        InflaterInputStreamFactory<InputStream> factory =
                new InflaterInputStreamFactory<>() {
                    @Override
                    public InputStream create(InputStream in) throws java.io.IOException {
                        return making.make(in);
                    }

                    @Override
                    public Collection<String> getCommonFileExtensions() {
                        return extensions;
                    }
                };
        extensions.forEach(extension -> BY_EXTENSION.put(extension, factory));
    }

    static void register(String extension, InflaterInputStreamFactory<?> factory) {
        BY_EXTENSION.put(
                extension.toLowerCase(Locale.ROOT), Objects.requireNonNull(factory, "factory"));
    }

    /** Null when there is none. */
    static InflaterInputStreamFactory<?> of(String extension) {
        return extension == null ? null : BY_EXTENSION.get(extension);
    }

    static Set<String> extensions() {
        return new TreeSet<>(BY_EXTENSION.keySet());
    }
}
