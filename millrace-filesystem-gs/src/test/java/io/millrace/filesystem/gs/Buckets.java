// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.storage.BucketInfo;
import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem.WriteMode;
import io.millrace.core.fs.Path;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** Buckets of tests, and what is done again and again in them. */
final class Buckets {

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private Buckets() {}

    /** An empty one. */
    static GsFileSystem fresh(Configuration configuration) throws IOException {
        String name = "b" + Long.toString(System.nanoTime(), 36) + "-" + NUMBERS.incrementAndGet();
        GsSettings settings = GsSettings.of(configuration);
        GsClients.with(settings).create(BucketInfo.of(name));
        return GsFileSystem.of(URI.create("gs://" + name + "/"), settings);
    }

    static Path path(GsFileSystem fs, String name) {
        return new Path(fs.getWorkingDirectory(), name);
    }

    static void write(GsFileSystem fs, String name, String content) throws IOException {
        write(fs, name, content.getBytes(StandardCharsets.UTF_8));
    }

    static void write(GsFileSystem fs, String name, byte[] content) throws IOException {
        try (FSDataOutputStream out = fs.create(path(fs, name), WriteMode.OVERWRITE)) {
            out.write(content);
        }
    }

    static String read(GsFileSystem fs, String name) throws IOException {
        return new String(bytes(fs, name), StandardCharsets.UTF_8);
    }

    static byte[] bytes(GsFileSystem fs, String name) throws IOException {
        try (FSDataInputStream in = fs.open(path(fs, name))) {
            return in.readAllBytes();
        }
    }

    /** Names in a directory, in order, those of directories with a slash. */
    static List<String> names(GsFileSystem fs, String directory) throws IOException {
        List<String> names = new ArrayList<>();
        for (FileStatus status : fs.listStatus(path(fs, directory))) {
            names.add(status.getPath().getName() + (status.isDir() ? "/" : ""));
        }
        return names;
    }

    /** The same bytes for the same seed. */
    static byte[] random(int seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** No hidden object. */
    static void assertNothingUnfinished(GsFileSystem fs) throws IOException {
        assertThat(fs.store().listAll(""))
                .noneMatch(object -> object.key().contains(".inprogress."));
    }
}
