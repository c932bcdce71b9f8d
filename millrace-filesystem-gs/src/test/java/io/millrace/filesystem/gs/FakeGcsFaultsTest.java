// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import static io.millrace.filesystem.gs.Buckets.bytes;
import static io.millrace.filesystem.gs.Buckets.path;
import static io.millrace.filesystem.gs.Buckets.random;
import static io.millrace.filesystem.gs.Buckets.read;
import static io.millrace.filesystem.gs.Buckets.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileSystem.WriteMode;
import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableFsDataOutputStream.Committer;
import io.millrace.core.fs.RecoverableWriter;
import io.millrace.core.fs.RecoverableWriter.ResumeRecoverable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stand-in for a store that does not do as it is asked. */
@Timeout(120)
class FakeGcsFaultsTest {

    /** An eighth of a chunk. */
    private static final int SOME = 128 * 1024;

    private FakeGcsServer server;
    private GsFileSystem fs;

    @BeforeEach
    void start() throws IOException {
        server = new FakeGcsServer();
        fs = Buckets.fresh(server.settings());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private GsFileSystem withFewAttempts(int attempts) throws IOException {
        Configuration configuration = server.settings();
        configuration.setString("gs.retry.max-attempt", String.valueOf(attempts));
        return GsFileSystem.of(fs.getUri(), GsSettings.of(configuration));
    }

    /** The first requests of this kind; of them the answer is lost. */
    private static Predicate<String> first(int count, Predicate<String> those) {
        AtomicInteger left = new AtomicInteger(count);
        return request -> those.test(request) && left.getAndDecrement() > 0;
    }

    @Test
    void smallFilesCostTwoRequestsToReadAndOneOrTwoToWrite() throws Exception {
        server.requests().clear();
        write(fs, "small", "text");
        assertThat(server.requests()).hasSize(1);
        server.requests().clear();
        try (FSDataOutputStream out = fs.create(path(fs, "new"), WriteMode.NO_OVERWRITE)) {
            out.write(1);
        }
        assertThat(server.requests()).hasSize(2);
        server.requests().clear();
        assertThat(read(fs, "small")).isEqualTo("text");
        assertThat(server.requests()).hasSize(2);
    }

    @Test
    void aLargeFileIsReadInThreeRequests() throws Exception {
        byte[] content = random(1, 20 * SOME);
        write(fs, "large", content);
        server.requests().clear();
        assertThat(Arrays.equals(bytes(fs, "large"), content)).isTrue();
        assertThat(server.requests()).hasSize(3);
        server.requests().clear();
        // As a sealed file is: its head, its foot, its content.
        try (FSDataInputStream in = fs.open(path(fs, "large"))) {
            in.readNBytes(40);
            in.seek(content.length - 16);
            in.readNBytes(16);
            in.seek(40);
            assertThat(in.readAllBytes()).hasSize(content.length - 40);
        }
        assertThat(server.requests()).hasSizeLessThanOrEqualTo(5);
    }

    @Test
    void everyThirdRequestMayFail() throws Exception {
        server.failEvery(3);
        byte[] content = random(2, 12 * SOME);
        write(fs, "dir/large", content);
        write(fs, "dir/small", "text");
        assertThat(Arrays.equals(bytes(fs, "dir/large"), content)).isTrue();
        assertThat(Buckets.names(fs, "dir")).containsExactly("large", "small");
        RecoverableWriter writer = fs.createRecoverableWriter();
        RecoverableFsDataOutputStream out = writer.open(path(fs, "part"));
        out.write(content, 0, 6 * SOME);
        ResumeRecoverable at = out.persist();
        out.close();
        out = writer.recover(at);
        out.write(content, 6 * SOME, 6 * SOME);
        out.closeForCommit().commit();
        assertThat(Arrays.equals(bytes(fs, "part"), content)).isTrue();
        fs.createWhole(path(fs, "whole"), new byte[] {1});
        assertThat(fs.rename(path(fs, "dir"), path(fs, "moved"))).isTrue();
        assertThat(fs.delete(path(fs, "moved"), true)).isTrue();
        assertThat(server.keys()).containsExactly("part", "whole");
    }

    @Test
    void aBodyThatBreaksOffIsReadOn() throws Exception {
        byte[] content = random(3, 40 * SOME);
        write(fs, "file", content);
        for (int cut : new int[] {0, 1000, 60_000}) {
            server.cutNextBodyAfter(cut);
            assertThat(Arrays.equals(bytes(fs, "file"), content)).isTrue();
        }
        try (FSDataInputStream in = fs.open(path(fs, "file"))) {
            in.readNBytes(GsInputStream.WINDOW);
            for (int i = 0; i < 5; i++) {
                server.cutNextBodyAfter(300_000);
                int from = (int) in.getPos();
                assertThat(in.readNBytes(700_000))
                        .isEqualTo(Arrays.copyOfRange(content, from, from + 700_000));
                in.seek(i * 10_000L);
            }
        }
    }

    @Test
    void aLostAnswerToAConditionalPutIsNoFailure() throws Exception {
        server.loseAnswers(first(1, request -> request.startsWith("POST upload")));
        fs.createWhole(path(fs, "whole"), "mine".getBytes(StandardCharsets.UTF_8));
        assertThat(read(fs, "whole")).isEqualTo("mine");
        server.loseAnswers(first(2, request -> request.startsWith("POST upload")));
        try (FSDataOutputStream out = fs.create(path(fs, "new"), WriteMode.NO_OVERWRITE)) {
            out.write("mine too".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(read(fs, "new")).isEqualTo("mine too");
    }

    @Test
    void lostAnswersToChunksAreNoFailure() throws Exception {
        byte[] content = random(4, 30 * SOME);
        for (int lost = 1; lost <= 3; lost++) {
            server.loseAnswers(first(lost, request -> request.startsWith("PUT session")));
            try (FSDataOutputStream out =
                    fs.create(path(fs, "large" + lost), WriteMode.NO_OVERWRITE)) {
                out.write(content);
            }
            assertThat(Arrays.equals(bytes(fs, "large" + lost), content)).isTrue();
        }
    }

    @Test
    void aLostAnswerToARemovalIsNoFailure() throws Exception {
        for (int i = 0; i < 250; i++) {
            write(fs, "dir/" + i, "x");
        }
        server.loseAnswers(first(3, request -> request.startsWith("POST batch")));
        assertThat(fs.delete(path(fs, "dir"), true)).isTrue();
        write(fs, "file", "x");
        server.loseAnswers(first(2, request -> request.startsWith("DELETE")));
        fs.delete(path(fs, "file"), false);
        assertThat(server.keys()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLostAnswerToACompositionIsNoFailure(boolean inAnotherBucket) throws Exception {
        Configuration configuration = server.settings();
        if (inAnotherBucket) {
            server.makeBucket("temporary");
            configuration.setString("gs.writer.temporary.bucket.name", "temporary");
        }
        GsFileSystem files = GsFileSystem.of(fs.getUri(), GsSettings.of(configuration));
        Predicate<String> composition =
                request ->
                        request.startsWith("POST compose") || request.startsWith("POST rewriteTo");
        RecoverableFsDataOutputStream out = files.createRecoverableWriter().open(path(fs, "part"));
        out.write("te".getBytes(StandardCharsets.UTF_8));
        out.persist();
        out.write("xt".getBytes(StandardCharsets.UTF_8));
        Committer committer = out.closeForCommit();
        server.loseAnswers(first(3, composition));
        committer.commit();
        assertThat(read(fs, "part")).isEqualTo("text");

        // And all that could tell, so that the commit fails, and is repeated by a process that does
        // not know.
        out = files.createRecoverableWriter().open(path(fs, "other"));
        out.write(1);
        configuration.setString("gs.retry.max-attempt", "2");
        committer =
                GsFileSystem.of(fs.getUri(), GsSettings.of(configuration))
                        .createRecoverableWriter()
                        .recoverForCommit(out.closeForCommit().getRecoverable());
        AtomicInteger asked = new AtomicInteger();
        server.loseAnswers(
                request ->
                        composition.test(request)
                                || request.startsWith("GET") && asked.getAndIncrement() > 0);
        Committer failing = committer;
        assertThatThrownBy(failing::commit).isInstanceOf(IOException.class);
        server.loseAnswers(request -> false);
        committer.commitAfterRecovery();
        assertThat(bytes(fs, "other")).containsExactly(1);
        assertThat(server.keys()).containsExactlyInAnyOrder("part", "other");
    }

    @Test
    void aStoreThatIsAtWorkOnTheSameNameIsAskedAgain() throws Exception {
        server.conflict(first(3, request -> request.startsWith("POST upload")));
        fs.createWhole(path(fs, "whole"), new byte[] {1});
        RecoverableFsDataOutputStream out = fs.createRecoverableWriter().open(path(fs, "part"));
        out.write(1);
        Committer committer = out.closeForCommit();
        server.conflict(first(3, request -> request.startsWith("POST compose")));
        committer.commit();
        assertThat(server.keys()).containsExactly("part", "whole");
    }

    @Test
    void aStoreThatIsAwayIsAnErrorWithItsAddress() throws Exception {
        GsFileSystem hasty = withFewAttempts(2);
        server.goAway();
        assertThatThrownBy(() -> write(hasty, "file", "text"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/file")
                .hasMessageContaining(server.endpoint())
                .hasMessageContaining("2 attempts");
        server.comeBack();
        write(hasty, "file", "text");
        assertThat(read(hasty, "file")).isEqualTo("text");
    }

    @Test
    void whatIsNotAllowedIsSaidWithWhatToDo() {
        server.refuse(request -> request.startsWith("POST upload"));
        assertThatThrownBy(() -> write(fs, "file", "text"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("403 forbidden")
                .hasMessageContaining("may not do this");
    }

    @Test
    void aStoreThatIgnoresConditionsIsFoundOut() throws Exception {
        fs.createWhole(path(fs, "whole"), new byte[] {1});
        assertThatThrownBy(() -> fs.createWhole(path(fs, "whole"), new byte[] {2}))
                .isInstanceOf(FileAlreadyExistsException.class);
        // Whoever asks twice with different contents learns that this one can't be relied on.
        server.ignoreConditions();
        fs.createWhole(path(fs, "whole"), new byte[] {2});
        assertThat(bytes(fs, "whole")).containsExactly(2);
    }

    @Test
    void listsComeInPages() throws Exception {
        server.pagesOf(7);
        for (int i = 0; i < 40; i++) {
            write(fs, "dir/" + i, "x");
            write(fs, "dir/sub" + i % 10 + "/" + i, "x");
        }
        assertThat(Buckets.names(fs, "dir")).hasSize(50).doesNotHaveDuplicates();
        assertThat(fs.rename(path(fs, "dir"), path(fs, "moved"))).isTrue();
        assertThat(fs.delete(path(fs, "moved"), true)).isTrue();
        assertThat(server.keys()).isEmpty();
    }

    @Test
    void anInterruptEndsWhatIsUnderWay() throws Exception {
        server.slow(200);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> write(fs, "file", "text"))
                .isInstanceOf(java.io.InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anInterruptEndsWaitingForAStoreThatIsAway() throws Exception {
        server.goAway();
        FutureTask<Throwable> writing =
                new FutureTask<>(() -> catchThrowable(() -> write(fs, "file", "text")));
        Thread thread = new Thread(writing);
        thread.start();
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait(); // until it waits before another attempt
        }
        thread.interrupt();
        assertThat(writing.get(10, TimeUnit.SECONDS))
                .isInstanceOf(java.io.InterruptedIOException.class);
    }
}
