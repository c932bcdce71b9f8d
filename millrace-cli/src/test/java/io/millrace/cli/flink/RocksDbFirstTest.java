// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.FlinkSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksDbFirstTest {

    private static final String BACKEND =
            "io/millrace/contrib/streaming/state/EmbeddedRocksDBStateBackend.class";
    private static final String FLINKS =
            "org/apache/flink/contrib/streaming/state/EmbeddedRocksDBStateBackend.class";
    private static final String ROCKS_DB = "org/rocksdb/RocksDB.class";
    private static final String NATIVE = "librocksdbjni-linux64.so";

    @TempDir Path folder;

    private Path jar(String path, String... entries) throws IOException {
        FlinkSource source = new FlinkSource();
        for (String entry : entries) {
            source.with(entry, path);
        }
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        return source.jar(file);
    }

    @Test
    void whatWasGivenComesBeforeWhatTheProgramBundles() throws IOException {
        Path program = jar("job.jar", FLINKS, ROCKS_DB, NATIVE);
        Path bundled = jar("lib/frocksdbjni.jar", ROCKS_DB, NATIVE);
        Path other = jar("opt/other.jar", "other/X.class");
        Path rocksDb = jar("opt/rocksdbjni.jar", ROCKS_DB, NATIVE);
        Path backend = jar("opt/millrace-rocksdb.jar", BACKEND);
        List<Path> classPath = List.of(program, bundled, other, rocksDb, backend);

        assertThat(RocksDbFirst.order(classPath))
                .containsExactly(backend, rocksDb, program, bundled, other);
        try (RenamingClassLoader loader =
                new RenamingClassLoader(classPath, getClass().getClassLoader(), false)) {
            assertThat(loader.getResourceAsStream(NATIVE)).hasContent("opt/rocksdbjni.jar");
            assertThat(loader.files().find(ROCKS_DB).read())
                    .asString(java.nio.charset.StandardCharsets.UTF_8)
                    .isEqualTo("opt/rocksdbjni.jar");
        }
    }

    @Test
    void inFoldersOfTheirOwnTheLastThatIsGivenIsTheOne() throws IOException {
        Path program = jar("job.jar", FLINKS, ROCKS_DB);
        Path backend = jar("one/millrace-rocksdb.jar", BACKEND);
        Path rocksDb = jar("two/rocksdbjni.jar", ROCKS_DB);

        assertThat(RocksDbFirst.order(List.of(program, backend, rocksDb)))
                .containsExactly(backend, rocksDb, program);
    }

    @Test
    void withoutMillracesTheOrderStays() throws IOException {
        List<Path> classPath =
                List.of(jar("job.jar", FLINKS), jar("lib/frocksdbjni.jar", ROCKS_DB));

        assertThat(RocksDbFirst.order(classPath)).isEqualTo(classPath);
    }
}
