// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableWriter;
import io.millrace.spi.DurableFileSystem;
import io.millrace.spi.SymbolicLinks;
import io.millrace.spi.TakesUpInPlace;
import io.millrace.spi.WholeFiles;
import java.io.IOException;

/**
 * What is really handed out: {@link LocalFileSystem} shows only Flink's methods, and these are
 * ours.
 */
final class DurableLocalFileSystem extends LocalFileSystem
        implements DurableFileSystem, SymbolicLinks, TakesUpInPlace, WholeFiles {

    private final WholeLocalFiles whole = new WholeLocalFiles();

    @Override
    public void syncDirectory(Path directory) throws IOException {
        LocalDirectories.sync(usable(directory).toPath());
    }

    @Override
    public RecoverableWriter createRecoverableWriterInPlace() {
        return new LocalRecoverableWriter(this, LocalDirectories::sync, true);
    }

    @Override
    public Path realPath(Path path) throws IOException {
        return Path.fromLocalFile(usable(path).toPath().toRealPath().toFile());
    }

    @Override
    public void createWhole(Path path, byte[] content) throws IOException {
        whole.create(usable(path), content);
    }

    @Override
    public boolean existsNow(Path path) throws IOException {
        return whole.existsNow(usable(path));
    }
}
