// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import static io.millrace.filesystem.s3.Buckets.bytes;
import static io.millrace.filesystem.s3.Buckets.path;
import static io.millrace.filesystem.s3.Buckets.random;
import static io.millrace.filesystem.s3.Buckets.read;
import static io.millrace.filesystem.s3.Buckets.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stand-in for a store that does not do as it is asked. */
@Timeout(120)
class FakeS3FaultsTest {

    private static final int MIB = 1024 * 1024;

    private FakeS3Server server;
    private S3FileSystem fs;

    @BeforeEach
    void start() throws IOException {
        server = new FakeS3Server();
        fs = Buckets.fresh(CephCluster.settings(server.endpoint()));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private S3FileSystem withFewAttempts(int attempts) throws IOException {
        Configuration configuration = CephCluster.settings(server.endpoint());
        configuration.setString("s3.attempts.maximum", String.valueOf(attempts));
        return S3FileSystem.of(fs.getUri(), S3Settings.of(configuration));
    }

    /** The first requests of this kind; of them the answer is lost. */
    private static Predicate<String> first(int count, Predicate<String> those) {
        AtomicInteger left = new AtomicInteger(count);
        return request -> those.test(request) && left.getAndDecrement() > 0;
    }

    @Test
    void smallFilesCostOneRequestToReadAndTwoToWrite() throws Exception {
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
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void aLargeFileIsReadInTwoRequests() throws Exception {
        byte[] content = random(1, 9 * MIB);
        write(fs, "large", content);
        server.requests().clear();
        assertThat(Arrays.equals(bytes(fs, "large"), content)).isTrue();
        assertThat(server.requests()).hasSize(2);
        server.requests().clear();
        // As a sealed file is: its head, its foot, its content.
        try (FSDataInputStream in = fs.open(path(fs, "large"))) {
            in.readNBytes(40);
            in.seek(content.length - 16);
            in.readNBytes(16);
            in.seek(40);
            assertThat(in.readAllBytes()).hasSize(content.length - 40);
        }
        assertThat(server.requests()).hasSizeLessThanOrEqualTo(4);
    }

    @Test
    void everyThirdRequestMayFail() throws Exception {
        server.failEvery(3);
        byte[] content = random(2, 12 * MIB);
        write(fs, "dir/large", content);
        write(fs, "dir/small", "text");
        assertThat(Arrays.equals(bytes(fs, "dir/large"), content)).isTrue();
        assertThat(Buckets.names(fs, "dir")).containsExactly("large", "small");
        RecoverableWriter writer = fs.createRecoverableWriter();
        RecoverableFsDataOutputStream out = writer.open(path(fs, "part"));
        out.write(content, 0, 6 * MIB);
        ResumeRecoverable at = out.persist();
        out.close();
        out = writer.recover(at);
        out.write(content, 6 * MIB, 6 * MIB);
        out.closeForCommit().commit();
        assertThat(Arrays.equals(bytes(fs, "part"), content)).isTrue();
        fs.createWhole(path(fs, "whole"), new byte[] {1});
        assertThat(fs.rename(path(fs, "dir"), path(fs, "moved"))).isTrue();
        assertThat(fs.delete(path(fs, "moved"), true)).isTrue();
        assertThat(server.keys()).containsExactly("part", "whole");
        assertThat(server.uploadCount()).isZero();
    }

    @Test
    void aBodyThatBreaksOffIsReadOn() throws Exception {
        byte[] content = random(3, 5 * MIB);
        write(fs, "file", content);
        for (int cut : new int[] {0, 1000, 60_000}) {
            server.cutNextBodyAfter(cut);
            assertThat(Arrays.equals(bytes(fs, "file"), content)).isTrue();
        }
        try (FSDataInputStream in = fs.open(path(fs, "file"))) {
            in.readNBytes(S3InputStream.WINDOW);
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
        server.loseAnswers(first(1, request -> request.startsWith("PUT")));
        fs.createWhole(path(fs, "whole"), "mine".getBytes(StandardCharsets.UTF_8));
        assertThat(read(fs, "whole")).isEqualTo("mine");
        server.loseAnswers(first(2, request -> request.startsWith("PUT")));
        try (FSDataOutputStream out = fs.create(path(fs, "new"), WriteMode.NO_OVERWRITE)) {
            out.write("mine too".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(read(fs, "new")).isEqualTo("mine too");
    }

    @Test
    void aLostAnswerToACompletionIsNoFailure() throws Exception {
        Predicate<String> completion =
                request -> request.startsWith("POST") && request.endsWith("?uploadId");
        server.loseAnswers(first(1, completion));
        write(fs, "large", random(4, 6 * MIB));
        assertThat(bytes(fs, "large")).hasSize(6 * MIB);

        RecoverableFsDataOutputStream out = fs.createRecoverableWriter().open(path(fs, "part"));
        out.write("text".getBytes(StandardCharsets.UTF_8));
        out.persist();
        Committer committer = out.closeForCommit();
        server.loseAnswers(first(2, completion));
        committer.commit();
        assertThat(read(fs, "part")).isEqualTo("text");

        // And all that could tell, so that the commit fails, and is repeated by a process that does
        // not know.
        out = fs.createRecoverableWriter().open(path(fs, "other"));
        out.write(1);
        committer =
                withFewAttempts(2)
                        .createRecoverableWriter()
                        .recoverForCommit(out.closeForCommit().getRecoverable());
        AtomicInteger asked = new AtomicInteger();
        server.loseAnswers(
                request ->
                        completion.test(request)
                                || request.startsWith("HEAD") && asked.getAndIncrement() > 0);
        Committer failing = committer;
        assertThatThrownBy(failing::commit).isInstanceOf(IOException.class);
        server.loseAnswers(request -> false);
        committer.commitAfterRecovery();
        assertThat(bytes(fs, "other")).containsExactly(1);
        assertThat(server.uploadCount()).isZero();
    }

    @Test
    void aStoreThatIsAwayIsAnErrorWithItsAddress() throws Exception {
        S3FileSystem hasty = withFewAttempts(2);
        server.goAway();
        assertThatThrownBy(() -> write(hasty, "file", "text"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/file")
                .hasMessageContaining(server.endpoint())
                .hasMessageContaining("2 attempts")
                .hasMessageNotContaining("testsecret")
                .hasMessageNotContaining("testkey");
        server.comeBack();
        write(hasty, "file", "text");
        assertThat(read(hasty, "file")).isEqualTo("text");
    }

    @Test
    void whatIsNotAllowedIsSaidWithWhatToDo() {
        server.refuse(request -> request.startsWith("PUT"));
        assertThatThrownBy(() -> write(fs, "file", "text"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("403 AccessDenied")
                .hasMessageContaining("may not do this")
                .hasMessageNotContaining("testsecret");
    }

    @Test
    void aStoreThatDoesNotListUploadsIsUsedWithoutThem() throws Exception {
        server.refuse(request -> request.endsWith("uploads") || request.contains("uploads&"));
        write(fs, "dir/file", "text");
        assertThat(Buckets.names(fs, "dir")).containsExactly("file");
        assertThat(fs.delete(path(fs, "dir"), true)).isTrue();
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
}
