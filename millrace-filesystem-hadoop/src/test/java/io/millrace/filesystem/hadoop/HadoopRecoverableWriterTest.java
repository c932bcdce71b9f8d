// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableFsDataOutputStream.Committer;
import io.millrace.core.fs.RecoverableWriter;
import io.millrace.core.fs.RecoverableWriter.CommitRecoverable;
import io.millrace.core.fs.RecoverableWriter.ResumeRecoverable;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.filesystem.hadoop.FaultyHdfs.Call;
import io.millrace.filesystem.hadoop.FaultyHdfs.Fault;
import io.millrace.spi.TakesUpInPlace;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that appear by a commit, on Hadoop's own servers. */
@ExtendWith(HdfsCluster.Stopped.class)
@Timeout(600)
class HadoopRecoverableWriterTest {

    private HdfsCluster cluster;
    private RecoverableWriter writer;
    private String directory;
    private Path target;

    @BeforeEach
    void start() throws IOException {
        cluster = HdfsCluster.shared();
        directory = cluster.newDirectory();
        target = new Path(directory + "/bucket/part-0");
        use(Map.of("flink.hadoop.dfs.blocksize", "1024"));
    }

    @AfterEach
    void heal() throws IOException {
        FaultyHdfs.heal();
        cluster.startDatanodes();
    }

    private void use(Map<String, String> settings) throws IOException {
        cluster.settle(settings);
        writer = FileSystem.get(cluster.uri()).createRecoverableWriter();
    }

    @Test
    void aFileAppearsByItsCommit() throws IOException {
        RecoverableFsDataOutputStream out = writer.open(target);
        write(out, "some");
        write(out, " text");
        assertThat(out.getPos()).isEqualTo(9);
        Committer committer = out.closeForCommit();
        assertThat(cluster.files(directory))
                .singleElement()
                .asString()
                .startsWith(directory + "/bucket/.part-0.inprogress.");
        committer.commit();
        assertThat(cluster.files(directory)).containsExactly(target.toString());
        assertThat(cluster.read(target.toString())).isEqualTo("some text");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 10",
        "10, 0",
        "10, 10",
        "1000, 100",
        "1023, 1",
        "1024, 0",
        "1024, 1",
        "1025, 5000",
        "3000, 3000",
        "3072, 100",
        "0, 0",
        "0, 3000"
    })
    void goesOnWhereItWasPersisted(int persisted, int lost) throws IOException {
        RecoverableFsDataOutputStream first = writer.open(target);
        write(first, "a".repeat(persisted));
        ResumeRecoverable point = stored(first.persist());
        write(first, "b".repeat(lost));
        first.flush();
        // As a process that was killed leaves it: not closed.

        RecoverableFsDataOutputStream second = writer.recover(point);
        assertThat(second.getPos()).isEqualTo(persisted);
        write(second, "c".repeat(1500));
        second.persist();
        second.closeForCommit().commit();

        assertThat(cluster.read(target.toString()))
                .isEqualTo("a".repeat(persisted) + "c".repeat(1500));
        assertThat(cluster.files(directory)).containsExactly(target.toString());
    }

    @Test
    void goesOnWithAFileThatWasClosed() throws IOException {
        RecoverableFsDataOutputStream first = writer.open(target);
        write(first, "kept");
        ResumeRecoverable point = first.persist();
        write(first, ", dropped");
        first.close();

        RecoverableFsDataOutputStream second = writer.recover(point);
        write(second, " on");
        second.closeForCommit().commit();
        assertThat(cluster.read(target.toString())).isEqualTo("kept on");
    }

    @Test
    void fromOnePointOneCanGoOnMoreThanOnce() throws IOException {
        RecoverableFsDataOutputStream first = writer.open(target);
        write(first, "kept");
        ResumeRecoverable point = first.persist();
        for (int attempt = 0; attempt < 3; attempt++) {
            RecoverableFsDataOutputStream next = writer.recover(point);
            write(next, ", then " + attempt);
            next.persist();
        }
        RecoverableFsDataOutputStream last = writer.recover(point);
        last.closeForCommit().commit();
        assertThat(cluster.read(target.toString())).isEqualTo("kept");
    }

    @Test
    void whoTakesAFileUpTooLateChangesNothing() throws IOException {
        RecoverableFsDataOutputStream first = writer.open(target);
        write(first, "kept");
        ResumeRecoverable point = stored(first.persist());
        first.close();
        RecoverableFsDataOutputStream heir = writer.recover(point);
        write(heir, " by the heir");
        ResumeRecoverable later = stored(heir.persist());

        cluster.settle(Map.of()); // another connection
        RecoverableWriter another = FileSystem.get(cluster.uri()).createRecoverableWriter();
        RecoverableFsDataOutputStream stale = another.recover(point);
        write(stale, ", stale");
        stale.persist();
        write(heir, ", on");
        heir.persist(); // nobody has taken its file away

        CommitRecoverable pending = stored(writer.recover(later).closeForCommit().getRecoverable());
        writer.recoverForCommit(pending).commitAfterRecovery();
        assertThat(cluster.read(target.toString())).isEqualTo("kept by the heir");
        assertThat(cluster.files(directory)).containsExactly(target.toString());
        assertThatThrownBy(() -> another.recover(point)).isInstanceOf(FileNotFoundException.class);
        assertThat(cluster.files(directory)).containsExactly(target.toString());
    }

    @Test
    void aCopyThatWasNeverPersistedGoesWhenItIsClosed() throws IOException {
        RecoverableFsDataOutputStream first = writer.open(target);
        write(first, "kept");
        ResumeRecoverable point = stored(first.persist());
        first.close();
        for (int i = 0; i < 2; i++) {
            RecoverableFsDataOutputStream again = writer.recover(point);
            write(again, " on");
            again.close();
            assertThat(cluster.files(directory)).hasSize(1);
        }
    }

    @Test
    void copiesOfThoseWhoCameToNothingGoWithTheCommit() throws IOException {
        RecoverableFsDataOutputStream first = writer.open(target);
        write(first, "kept");
        ResumeRecoverable point = stored(first.persist());
        write(writer.recover(point), ", lost"); // as one that was killed leaves it
        assertThat(cluster.files(directory)).hasSize(2);
        writer.recoverForCommit(point).commitAfterRecovery();
        assertThat(cluster.read(target.toString())).isEqualTo("kept");
        assertThat(cluster.files(directory)).containsExactly(target.toString());
    }

    @Test
    void whoIsAloneGoesOnInPlace() throws IOException {
        RecoverableWriter alone =
                ((TakesUpInPlace) FileSystem.get(cluster.uri())).createRecoverableWriterInPlace();
        RecoverableFsDataOutputStream first = writer.open(target);
        write(first, "kept");
        ResumeRecoverable point = stored(first.persist());
        write(first, ", dropped");
        first.flush();
        RecoverableFsDataOutputStream second = alone.recover(point);
        assertThat(cluster.files(directory)).hasSize(1);
        write(second, " on");
        second.close();
        assertThat(cluster.read(((HadoopRecoverable) point).temp().toString()))
                .isEqualTo("kept on");
    }

    @Test
    void whatAnEarlierReleaseWroteDownIsRead() throws IOException {
        HadoopRecoverable point = (HadoopRecoverable) writer.open(target).persist();
        byte[] bytes = HadoopRecoverableSerializer.INSTANCE.serialize(point);
        byte[] old = Arrays.copyOf(bytes, bytes.length - 1);
        assertThat(HadoopRecoverableSerializer.INSTANCE.deserialize(1, old)).isEqualTo(point);
    }

    @Test
    void whoeverWroteItBeforeCanWriteNoMore() throws IOException {
        RecoverableFsDataOutputStream zombie = writer.open(target);
        write(zombie, "kept");
        ResumeRecoverable point = zombie.persist();

        cluster.settle(Map.of());
        RecoverableWriter another = FileSystem.get(cluster.uri()).createRecoverableWriter();
        RecoverableFsDataOutputStream heir = another.recover(point);
        write(heir, " by the heir");

        assertThatThrownBy(
                        () -> {
                            write(zombie, " by a zombie");
                            zombie.persist();
                        })
                .isInstanceOf(IOException.class);
        heir.closeForCommit().commit();
        assertThat(cluster.read(target.toString())).isEqualTo("kept by the heir");
    }

    @Test
    void aPointBeyondTheEndIsALoss() throws IOException {
        RecoverableFsDataOutputStream out = writer.open(target);
        write(out, "four");
        HadoopRecoverable point = (HadoopRecoverable) out.persist();
        out.close();
        assertThatThrownBy(
                        () ->
                                writer.recover(
                                        new HadoopRecoverable(
                                                point.target(), point.temp(), 5, false, false)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("4 bytes, but 5")
                .hasMessageContaining("data is lost");
    }

    @Test
    void aFileThatIsGoneIsNamed() throws IOException {
        RecoverableFsDataOutputStream out = writer.open(target);
        HadoopRecoverable point = (HadoopRecoverable) out.persist();
        out.close();
        cluster.client().delete(point.temp(), false);
        assertThatThrownBy(() -> writer.recover(point))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining(point.temp().toString())
                .hasMessageContaining("committed by a later run");
        assertThatThrownBy(() -> writer.recoverForCommit(point).commit())
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining(point.temp().toString());
        writer.recoverForCommit(point).commitAfterRecovery(); // says so in the log
    }

    @Test
    void aCommitCanBeRepeated() throws IOException {
        RecoverableFsDataOutputStream out = writer.open(target);
        write(out, "text");
        CommitRecoverable pending = stored(out.closeForCommit().getRecoverable());
        for (int i = 0; i < 3; i++) {
            writer.recoverForCommit(pending).commitAfterRecovery();
        }
        assertThat(cluster.read(target.toString())).isEqualTo("text");
        assertThat(cluster.files(directory)).containsExactly(target.toString());
    }

    @Test
    void whatWasPersistedCanBeCommittedAndTheRestIsCutOff() throws IOException {
        RecoverableFsDataOutputStream out = writer.open(target);
        write(out, "kept");
        ResumeRecoverable point = out.persist();
        write(out, ", dropped");
        out.flush();
        writer.recoverForCommit(point).commitAfterRecovery();
        assertThat(cluster.read(target.toString())).isEqualTo("kept");
    }

    @Test
    void aFinishedFileIsNotOverwritten() throws IOException {
        RecoverableFsDataOutputStream out = writer.open(target);
        write(out, "late");
        Committer committer = out.closeForCommit();
        cluster.write(target.toString(), "there");
        assertThatThrownBy(committer::commit).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(committer::commitAfterRecovery)
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(cluster.read(target.toString())).isEqualTo("there");
    }

    @Test
    void aPendingFileThatWasChangedIsNotCommitted() throws IOException {
        RecoverableFsDataOutputStream out = writer.open(target);
        write(out, "text");
        Committer committer = out.closeForCommit();
        HadoopRecoverable pending = (HadoopRecoverable) committer.getRecoverable();
        try (var more = cluster.client().append(pending.temp())) {
            more.write('!');
        }
        assertThatThrownBy(committer::commit)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("5 bytes instead of 4");
    }

    @Test
    void aLostAnswerToACommitIsNoFailure() throws IOException {
        useFaulty();
        RecoverableFsDataOutputStream out = writer.open(target);
        write(out, "text");
        Committer committer = out.closeForCommit();
        FaultyHdfs.failAll(Call.RENAME, Fault.AFTER);
        committer.commit();
        assertThat(cluster.read(target.toString())).isEqualTo("text");
        FaultyHdfs.heal();
        committer.commitAfterRecovery();
    }

    @Test
    void aCommitThatFailedIsRepeated() throws IOException {
        useFaulty();
        RecoverableFsDataOutputStream out = writer.open(target);
        write(out, "text");
        Committer committer = out.closeForCommit();
        FaultyHdfs.failAll(Call.RENAME, Fault.BEFORE);
        assertThatThrownBy(committer::commit).hasMessageContaining("injected");
        FaultyHdfs.heal();
        committer.commitAfterRecovery();
        assertThat(cluster.read(target.toString())).isEqualTo("text");
    }

    @Test
    void closingGivesUpAndKeeps() throws IOException {
        RecoverableFsDataOutputStream out = writer.open(target);
        write(out, "text");
        out.close();
        assertThat(cluster.files(directory))
                .singleElement()
                .asString()
                .contains("/.part-0.inprogress.");
    }

    @Test
    void aFileWhoseDatanodesAreAwayIsWaitedForAndThenNamed() throws Exception {
        RecoverableFsDataOutputStream out = writer.open(target);
        write(out, "kept");
        HadoopRecoverable point = (HadoopRecoverable) out.persist();
        cluster.stopDatanodes();
        HadoopTarget file = new HadoopTarget(cluster.client(), point.temp());
        assertThatThrownBy(() -> new LeaseRecovery(file, Duration.ofSeconds(2)).endWriting())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(point.temp().toString())
                .hasMessageContaining("not closed after 2 s")
                .hasMessageContaining("datanodes");
        cluster.startDatanodes();
        RecoverableFsDataOutputStream again = writer.recover(point);
        again.closeForCommit().commit();
        assertThat(cluster.read(target.toString())).isEqualTo("kept");
    }

    @Test
    void foreignAndBrokenDescriptionsAreRefused() {
        assertThatThrownBy(() -> writer.recover(new ResumeRecoverable() {}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () ->
                                writer.getResumeRecoverableSerializer()
                                        .deserialize(1, new byte[] {1, 2, 3}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("3 bytes");
        assertThatThrownBy(
                        () -> writer.getResumeRecoverableSerializer().deserialize(9, new byte[8]))
                .hasMessageContaining("version 9");
        assertThat(writer.supportsResume()).isTrue();
        assertThat(writer.requiresCleanupOfRecoverableState()).isFalse();
    }

    @Test
    void aStoreThatCannotGoOnSaysSo() throws IOException {
        URI web =
                URI.create(
                        "webhdfs://"
                                + cluster.servers().getNameNode().getHttpAddress().getHostString()
                                + ":"
                                + cluster.servers().getNameNode().getHttpAddress().getPort());
        assertThatThrownBy(() -> FileSystem.get(web).createRecoverableWriter())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("webhdfs")
                .hasMessageContaining("Use hdfs://");
    }

    private void useFaulty() throws IOException {
        use(Map.of("flink.hadoop.fs.hdfs.impl", FaultyHdfs.class.getName()));
    }

    private ResumeRecoverable stored(ResumeRecoverable point) throws IOException {
        SimpleVersionedSerializer<ResumeRecoverable> serializer =
                writer.getResumeRecoverableSerializer();
        return serializer.deserialize(serializer.getVersion(), serializer.serialize(point));
    }

    private CommitRecoverable stored(CommitRecoverable pending) throws IOException {
        SimpleVersionedSerializer<CommitRecoverable> serializer =
                writer.getCommitRecoverableSerializer();
        return serializer.deserialize(serializer.getVersion(), serializer.serialize(pending));
    }

    private static void write(RecoverableFsDataOutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
