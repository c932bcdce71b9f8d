// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.enumerate;

import io.millrace.annotation.PublicEvolving;
import io.millrace.connector.file.src.FileSourceSplit;
import io.millrace.connector.file.src.compression.StandardDeCompressors;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * Cuts files that are longer than a block of their file system at the blocks' borders. Compressed
 * files, known by their suffix, stay whole. The splits of a file follow each other in its order.
 */
@PublicEvolving
public class BlockSplittingRecursiveEnumerator extends NonSplittingRecursiveEnumerator {

    /** Smaller blocks than this are not worth a split. */
    private static final long SMALLEST_SPLIT = 1024 * 1024;

    private final String[] nonSplittableFileSuffixes;

    /**
     * Passes over hidden files, and keeps files whole whose suffix says that they are compressed.
     */
    public BlockSplittingRecursiveEnumerator() {
        this(
                new DefaultFileFilter(),
                StandardDeCompressors.getCommonSuffixes().toArray(new String[0]));
    }

    /**
     * @param nonSplittableFileSuffixes without the dot; files with such a name stay whole
     */
    public BlockSplittingRecursiveEnumerator(
            Predicate<Path> fileFilter, String[] nonSplittableFileSuffixes) {
        super(fileFilter);
        this.nonSplittableFileSuffixes = nonSplittableFileSuffixes.clone();
    }

    @Override
    protected void convertToSourceSplits(
            FileStatus file, FileSystem fs, List<FileSourceSplit> target) throws IOException {
        long size = file.getLen();
        long block = Math.max(file.getBlockSize(), SMALLEST_SPLIT);
        if (!isFileSplittable(file.getPath()) || size <= block) {
            super.convertToSourceSplits(file, fs, target);
            return;
        }
        long offset = 0;
        while (offset < size) {
            long rest = size - offset;
            // A short tail goes with the block before it.
            long length = rest <= block + block / 10 ? rest : block;
            target.add(
                    new FileSourceSplit(
                            getNextId(),
                            file.getPath(),
                            offset,
                            length,
                            file.getModificationTime(),
                            size));
            offset += length;
        }
    }

    /** Whether a file may be cut, by its name. */
    protected boolean isFileSplittable(Path filePath) {
        String name = filePath.getName().toLowerCase(Locale.ROOT);
        for (String suffix : nonSplittableFileSuffixes) {
            if (name.endsWith("." + suffix.toLowerCase(Locale.ROOT))) {
                return false;
            }
        }
        return true;
    }
}
