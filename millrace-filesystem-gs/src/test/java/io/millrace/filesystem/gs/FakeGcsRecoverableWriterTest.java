// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import static io.millrace.filesystem.gs.Buckets.bytes;
import static io.millrace.filesystem.gs.Buckets.names;
import static io.millrace.filesystem.gs.Buckets.path;
import static io.millrace.filesystem.gs.Buckets.random;
import static io.millrace.filesystem.gs.Buckets.read;
import static io.millrace.filesystem.gs.Buckets.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableFsDataOutputStream.Committer;
import io.millrace.core.fs.RecoverableWriter;
import io.millrace.core.fs.RecoverableWriter.CommitRecoverable;
import io.millrace.core.fs.RecoverableWriter.ResumeRecoverable;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What file sinks rely on, on a stand-in for the store. */
@Timeout(120)
class FakeGcsRecoverableWriterTest {

    /** An eighth of a chunk. */
    private static final int SOME = 128 * 1024;

    private FakeGcsServer server;
    private GsFileSystem fs;
    private RecoverableWriter writer;

    @BeforeEach
    void makeBucket() throws Exception {
        server = new FakeGcsServer();
        fs = Buckets.fresh(server.settings());
        writer = fs.createRecoverableWriter();
    }

    private RecoverableFsDataOutputStream open(String name, String content) throws IOException {
        RecoverableFsDataOutputStream out = writer.open(path(fs, name));
        out.write(content.getBytes(StandardCharsets.UTF_8));
        return out;
    }

    private ResumeRecoverable throughBytes(ResumeRecoverable recoverable) throws IOException {
        SimpleVersionedSerializer<ResumeRecoverable> serializer =
                writer.getResumeRecoverableSerializer();
        return serializer.deserialize(serializer.getVersion(), serializer.serialize(recoverable));
    }

    private CommitRecoverable throughBytes(CommitRecoverable recoverable) throws IOException {
        SimpleVersionedSerializer<CommitRecoverable> serializer =
                writer.getCommitRecoverableSerializer();
        return serializer.deserialize(serializer.getVersion(), serializer.serialize(recoverable));
    }

    private void assertNothingIsLeft() throws IOException {
        assertThat(fs.store().listAll("")).noneMatch(object -> object.key().contains("inprogress"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aFileAppearsOnlyWhenItIsCommitted() throws Exception {
        RecoverableFsDataOutputStream out = open("dir/part", "text");
        assertThat(fs.exists(path(fs, "dir/part"))).isFalse();
        Committer committer = out.closeForCommit();
        assertThat(names(fs, "dir")).singleElement().asString().startsWith(".part.inprogress.");
        committer.commit();
        assertThat(read(fs, "dir/part")).isEqualTo("text");
        assertThat(names(fs, "dir")).containsExactly("part");
        assertNothingIsLeft();
    }

    @Test
    void aFileIsTakenUpWhereItWasPersisted() throws Exception {
        RecoverableFsDataOutputStream out = open("part", "kept");
        ResumeRecoverable at = throughBytes(out.persist());
        out.write(" and lost".getBytes(StandardCharsets.UTF_8));
        out.persist();
        out.close();
        assertThat(writer.supportsResume()).isTrue();
        RecoverableFsDataOutputStream resumed = writer.recover(at);
        assertThat(resumed.getPos()).isEqualTo(4);
        resumed.write(", more".getBytes(StandardCharsets.UTF_8));
        resumed.closeForCommit().commit();
        assertThat(read(fs, "part")).isEqualTo("kept, more");
        assertNothingIsLeft();
    }

    @Test
    void aLargeFileIsTakenUpAtManyPlaces() throws Exception {
        Random random = new Random(11);
        byte[] content = random(12, 27 * SOME + 3);
        RecoverableFsDataOutputStream out = writer.open(path(fs, "part"));
        int at = 0;
        List<ResumeRecoverable> points = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        while (at < content.length) {
            int some = Math.min(content.length - at, 1 + random.nextInt(3 * SOME));
            out.write(content, at, some);
            at += some;
            if (random.nextInt(3) == 0) {
                points.add(throughBytes(out.persist()));
                places.add(at);
            }
            if (!points.isEmpty() && random.nextInt(4) == 0) {
                // Dies, with something on its way, and begins from one of the last points.
                byte[] lost = random(13, random.nextInt(6 * SOME));
                out.write(lost);
                if (random.nextBoolean()) {
                    out.persist();
                }
                out.close();
                int chosen = Math.max(0, points.size() - 1 - random.nextInt(2));
                out = writer.recover(points.get(chosen));
                at = places.get(chosen);
                assertThat(out.getPos()).isEqualTo(at);
            }
        }
        assertThat(points).hasSizeGreaterThan(3);
        CommitRecoverable closed = throughBytes(out.closeForCommit().getRecoverable());
        writer.recoverForCommit(closed).commitAfterRecovery();
        assertThat(Arrays.equals(bytes(fs, "part"), content)).isTrue();
        assertNothingIsLeft();
    }

    @Test
    void aCommitMayBeRepeatedAfterRecovery() throws Exception {
        Committer committer = open("part", "text").closeForCommit();
        CommitRecoverable recoverable = throughBytes(committer.getRecoverable());
        writer.recoverForCommit(recoverable).commitAfterRecovery();
        writer.recoverForCommit(recoverable).commitAfterRecovery();
        committer.commit();
        committer.commitAfterRecovery();
        assertThat(read(fs, "part")).isEqualTo("text");
        fs.delete(path(fs, "part"), false);
        // A reader has taken it away.
        writer.recoverForCommit(recoverable).commitAfterRecovery();
        assertThat(fs.exists(path(fs, "part"))).isFalse();
        assertThatThrownBy(committer::commit)
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("part");
    }

    @Test
    void aResumePointMayBeCommitted() throws Exception {
        RecoverableFsDataOutputStream out = writer.open(path(fs, "part"));
        byte[] content = random(14, 5 * SOME + 100);
        out.write(content);
        ResumeRecoverable at = throughBytes(out.persist());
        out.write(random(15, 100));
        out.close();
        writer.recoverForCommit(at).commitAfterRecovery();
        assertThat(Arrays.equals(bytes(fs, "part"), content)).isTrue();
        writer.recoverForCommit(at).commitAfterRecovery();
        assertNothingIsLeft();
    }

    @Test
    void anotherFileOfTheNameIsNotOverwritten() throws Exception {
        Committer committer = open("part", "text").closeForCommit();
        write(fs, "part", "another");
        assertThatThrownBy(committer::commit).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(committer::commitAfterRecovery)
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(read(fs, "part")).isEqualTo("another");
    }

    @Test
    void anEmptyFileAppearsToo() throws Exception {
        writer.open(path(fs, "part")).closeForCommit().commit();
        assertThat(bytes(fs, "part")).isEmpty();
    }

    @Test
    void aFileThatWasNeverPersistedGoesWhenItsStreamIsClosed() throws Exception {
        RecoverableFsDataOutputStream out = open("part", "text");
        out.close();
        out.close();
        assertThat(names(fs, "")).isEmpty();
        assertNothingIsLeft();
        assertThatThrownBy(() -> out.write(1)).hasMessageContaining("closed");
    }

    @Test
    void aFileThatWasPersistedStaysAndIsFoundByItsHiddenNames() throws Exception {
        RecoverableFsDataOutputStream out = open("part", "text");
        ResumeRecoverable at = out.persist();
        out.close();
        FileStatus[] hidden = fs.listStatus(path(fs, ""));
        assertThat(hidden).hasSize(1);
        for (FileStatus each : hidden) {
            assertThat(each.getPath().getName()).startsWith(".part.inprogress.");
            assertThat(fs.delete(each.getPath(), false)).isTrue();
        }
        assertNothingIsLeft();
        assertThatThrownBy(() -> writer.recover(at))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("part");
    }

    @Test
    void resumePointsNeedNoCleaningUp() throws Exception {
        RecoverableFsDataOutputStream out = open("part", "text");
        ResumeRecoverable at = out.persist();
        Committer committer = out.closeForCommit();
        assertThat(writer.requiresCleanupOfRecoverableState()).isFalse();
        assertThat(writer.cleanupRecoverableState(at)).isFalse();
        committer.commit();
        assertThat(read(fs, "part")).isEqualTo("text");
        assertThatThrownBy(() -> writer.recover(at)).isInstanceOf(FileNotFoundException.class);
        assertNothingIsLeft();
    }

    @Test
    void whatAnAttemptThatDiedHasWrittenMoreDoesNotCount() throws Exception {
        byte[] content = random(16, 7 * SOME);
        RecoverableFsDataOutputStream out = writer.open(path(fs, "part"));
        out.write(content);
        ResumeRecoverable at = throughBytes(out.persist());
        out.write(random(17, 20 * SOME));
        out.persist();
        out.closeForCommit();
        RecoverableFsDataOutputStream resumed = writer.recover(at);
        resumed.closeForCommit().commit();
        assertThat(Arrays.equals(bytes(fs, "part"), content)).isTrue();
        assertNothingIsLeft();
    }

    @Test
    void persistingTwiceAtOnePlaceCostsNothing() throws Exception {
        RecoverableFsDataOutputStream out = open("part", "text");
        assertThat(out.persist()).isSameAs(out.persist());
        out.sync();
        out.write('!');
        out.persist();
        assertThat(fs.store().listAll("")).hasSize(2);
        out.closeForCommit().commit();
        assertThat(read(fs, "part")).isEqualTo("text!");
        assertNothingIsLeft();
    }

    @Test
    void bytesOfAnotherKindAreRefused() {
        assertThatThrownBy(
                        () ->
                                writer.getResumeRecoverableSerializer()
                                        .deserialize(1, new byte[] {9, 9, 9}))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(
                        () -> writer.getResumeRecoverableSerializer().deserialize(7, new byte[] {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 7");
    }

    @ParameterizedTest
    @CsvSource({
        "false, false, 1", "false, true, 1", "true, false, 1", "true, true, 1",
        "false, false, 33", "false, true, 1025", "true, false, 33", "true, true, 70"
    })
    void piecesMayLieElsewhereAndBeMany(boolean otherBucket, boolean entropy, int pieces)
            throws Exception {
        Configuration configuration = server.settings();
        configuration.setString("gs.filesink.entropy.enabled", String.valueOf(entropy));
        if (otherBucket) {
            server.makeBucket("temporary");
            configuration.setString("gs.writer.temporary.bucket.name", "temporary");
        }
        RecoverableWriter elsewhere =
                GsFileSystem.of(fs.getUri(), GsSettings.of(configuration))
                        .createRecoverableWriter();
        byte[] content = random(18, pieces * 7);
        RecoverableFsDataOutputStream out = elsewhere.open(path(fs, "dir/part"));
        for (int i = 0; i < pieces; i++) {
            out.write(content, i * 7, 7);
            if (i == pieces / 2) {
                ResumeRecoverable at = throughBytes(out.persist());
                out.write(1);
                out.persist();
                out.close();
                out = writer.recover(at); // whatever the settings say meanwhile
            }
            out.persist();
        }
        assertThat(server.keys()).hasSizeGreaterThan(pieces).doesNotContain("dir/part");
        if (!otherBucket && !entropy) {
            assertThat(names(fs, "dir")).allMatch(name -> name.startsWith(".part.inprogress."));
        } else {
            assertThat(fs.exists(path(fs, "dir"))).isFalse();
        }
        CommitRecoverable closed = throughBytes(out.closeForCommit().getRecoverable());
        writer.recoverForCommit(closed).commit();
        assertThat(Arrays.equals(bytes(fs, "dir/part"), content)).isTrue();
        assertThat(server.keys()).containsExactly("dir/part");
        writer.recoverForCommit(closed).commitAfterRecovery();
        assertThat(server.keys()).containsExactly("dir/part");
    }
}
