// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.cache.DistributedCache;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.Jobs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class CachedFilesTest {

    /** The text of a file that the program registered. */
    private static final class Text extends RichMapFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String map(String name) throws Exception {
            return Files.readString(
                    getRuntimeContext().getDistributedCache().getFile(name).toPath());
        }
    }

    @DisplayName("Functions get the files that the program registered, by name")
    @Test
    void files(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("words"), "many words");
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.registerCachedFile(file.toUri().toString(), "text");
        env.registerCachedFile(file.toString(), "again", true);

        assertThat(env.getCachedFiles()).hasSize(2);
        assertThat(env.fromData("text", "again").map(new Text()).executeAndCollect(9))
                .containsExactly("many words", "many words");
        StreamExecutionEnvironment without = Jobs.environment(1);
        assertThatThrownBy(() -> without.fromData("text").map(new Text()).executeAndCollect(9))
                .hasStackTraceContaining("No file was registered under the name 'text'");
    }

    @DisplayName("The setting says the same as the calls")
    @Test
    void setting() {
        List<Tuple2<String, DistributedCache.DistributedCacheEntry>> files =
                DistributedCache.parseCachedFilesFromString(
                        List.of("name:a,path:file:///x", "name:b,path:/y,executable:true"));
        assertThat(files)
                .containsExactly(
                        Tuple2.of(
                                "a",
                                new DistributedCache.DistributedCacheEntry("file:///x", false)),
                        Tuple2.of("b", new DistributedCache.DistributedCacheEntry("/y", true)));
        assertThat(
                        DistributedCache.parseCachedFilesFromString(
                                DistributedCache.parseStringFromCachedFiles(files)))
                .isEqualTo(files);
        assertThatThrownBy(() -> DistributedCache.parseCachedFilesFromString(List.of("name:a")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
