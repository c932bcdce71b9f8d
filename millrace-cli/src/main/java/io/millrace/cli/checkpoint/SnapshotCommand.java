// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.checkpoint;

import io.millrace.cli.StoreOptions;
import io.millrace.cli.Surroundings;
import io.millrace.cli.UsageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/**
 * What all commands about checkpoints have in common: how they fail, and by which settings stores
 * are reached.
 */
abstract class SnapshotCommand implements Callable<Integer> {

    static final int DONE = 0;
    static final int FAILED = 1;

    final Surroundings surroundings;

    @Mixin private StoreOptions stores = new StoreOptions();

    SnapshotCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public final Integer call() {
        stores.initializeFileSystems(surroundings);
        try {
            return run();
        } catch (IOException e) {
            return failed(e);
        } catch (UncheckedIOException e) {
            return failed(e.getCause());
        }
    }

    private int failed(IOException e) {
        surroundings.out().flush();
        surroundings.say(e.getMessage() == null ? e.toString() : e.getMessage());
        return FAILED;
    }

    abstract int run() throws IOException;

    /** A number that must not be negative. */
    static long limit(Long given) {
        if (given == null) {
            return Long.MAX_VALUE;
        } else if (given < 0) {
            throw new UsageException("--limit takes a number of 0 or more, not " + given);
        }
        return given;
    }
}
