// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.connector.file.src.enumerate.BlockSplittingRecursiveEnumerator;
import io.millrace.core.fs.Path;
import java.io.RandomAccessFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockSplittingTest {

    private static final long BLOCK = 32L * 1024 * 1024;

    @TempDir java.nio.file.Path directory;

    @Test
    void aPlainFileIsCutAtBlocksWithoutGapsAndAShortTailGoesWithTheLastOne() throws Exception {
        assertThat(lengths("a.txt", BLOCK)).containsExactly(BLOCK);
        assertThat(lengths("b.txt", BLOCK + 10)).containsExactly(BLOCK + 10);
        assertThat(lengths("c.txt", 3 * BLOCK - 1)).containsExactly(BLOCK, BLOCK, BLOCK - 1);
        assertThat(lengths("d.txt", 0)).containsExactly(0L);
    }

    @Test
    void aCompressedFileStaysWhole() throws Exception {
        assertThat(lengths("a.log.gz", 3 * BLOCK)).containsExactly(3 * BLOCK);
        assertThat(lengths("a.log.ZST", 3 * BLOCK)).containsExactly(3 * BLOCK);
    }

    private List<Long> lengths(String name, long size) throws Exception {
        java.nio.file.Path path = directory.resolve(name);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            // Sparse: no bytes are written.
            file.setLength(size);
        }
        List<FileSourceSplit> splits =
                List.copyOf(
                        new BlockSplittingRecursiveEnumerator()
                                .enumerateSplits(new Path[] {new Path(path.toUri())}, 1));
        long end = 0;
        for (FileSourceSplit split : splits) {
            assertThat(split.offset()).isEqualTo(end);
            end += split.length();
        }
        assertThat(end).isEqualTo(size);
        return splits.stream().map(FileSourceSplit::length).toList();
    }
}
