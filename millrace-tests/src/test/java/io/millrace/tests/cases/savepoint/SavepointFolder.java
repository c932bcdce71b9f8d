// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.savepoint;

import io.millrace.core.execution.SavepointFormatType;
import io.millrace.engine.job.EngineJobClient;
import io.millrace.tests.kit.RunningJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Asks jobs for savepoints, never waiting for ever. */
final class SavepointFolder {

    private SavepointFolder() {}

    static Path take(RunningJob job, Path target) throws Exception {
        return path(
                job.client().triggerSavepoint(target.toString(), SavepointFormatType.CANONICAL));
    }

    static Path stop(RunningJob job, Path target, boolean drain) throws Exception {
        return path(
                job.client()
                        .stopWithSavepoint(
                                drain, target.toString(), SavepointFormatType.CANONICAL));
    }

    static Path cancel(RunningJob job, Path target) throws Exception {
        return path(
                engine(job).cancelWithSavepoint(target.toString(), SavepointFormatType.CANONICAL));
    }

    static EngineJobClient engine(RunningJob job) {
        return (EngineJobClient) job.client();
    }

    static Path path(CompletableFuture<String> answer) throws Exception {
        try {
            String pointer = answer.get(60, TimeUnit.SECONDS);
            return Path.of(new io.millrace.core.fs.Path(pointer).toUri().getPath());
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    /** Names of the directories in a target. */
    static List<String> in(Path target) throws IOException {
        if (!Files.exists(target)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(target)) {
            return children.map(child -> child.getFileName().toString()).sorted().toList();
        }
    }
}
