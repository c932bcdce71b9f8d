// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

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
import io.millrace.spi.TakesUpInPlace;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalRecoverableWriterTest {

    @TempDir java.nio.file.Path dir;

    private RecoverableWriter writer;
    private Path target;

    @BeforeEach
    void makeWriter() throws IOException {
        writer = LocalFileSystem.getSharedInstance().createRecoverableWriter();
        target = new Path(dir.toString(), "sub dir/part #1");
    }

    @Test
    void aFileAppearsOnlyWhenItIsCommitted() throws Exception {
        RecoverableFsDataOutputStream out = open("text");
        assertThat(file()).doesNotExist();
        Committer committer = out.closeForCommit();
        assertThat(file()).doesNotExist();
        committer.commit();
        assertThat(file()).hasContent("text");
        assertThat(files()).containsExactly("part #1");
    }

    @Test
    void aFileIsTakenUpWhereItWasPersisted() throws Exception {
        RecoverableFsDataOutputStream out = open("kept");
        ResumeRecoverable at = throughBytes(out.persist());
        write(out, " and lost");
        out.close();
        assertThat(writer.supportsResume()).isTrue();
        RecoverableFsDataOutputStream resumed = writer.recover(at);
        assertThat(resumed.getPos()).isEqualTo(4);
        write(resumed, ", more");
        resumed.closeForCommit().commit();
        assertThat(file()).hasContent("kept, more");
    }

    @Test
    void whoTakesAFileUpIsNotReachedByTheOneWhoWroteItBefore() throws Exception {
        RecoverableFsDataOutputStream stale = open("kept");
        ResumeRecoverable at = stale.persist();
        write(stale, " and lost");
        RecoverableFsDataOutputStream heir = writer.recover(throughBytes(at));
        write(heir, " by the heir");
        Committer committer = heir.closeForCommit();
        write(stale, ", late");
        committer.commit();
        write(stale, ", and later than that");
        stale.persist();
        assertThat(file()).hasContent("kept by the heir");
        assertThat(files()).containsExactly("part #1");
    }

    @Test
    void whoTakesAFileUpTooLateChangesNothing() throws Exception {
        RecoverableFsDataOutputStream out = open("kept");
        ResumeRecoverable at = throughBytes(out.persist());
        out.close();
        RecoverableFsDataOutputStream heir = writer.recover(at);
        write(heir, " by the heir");
        ResumeRecoverable later = throughBytes(heir.persist());
        heir.close();
        RecoverableFsDataOutputStream stale = writer.recover(at);
        write(stale, ", stale");
        ResumeRecoverable never = stale.persist();

        CommitRecoverable pending =
                throughBytes(writer.recover(later).closeForCommit().getRecoverable());
        writer.recoverForCommit(pending).commitAfterRecovery();
        assertThat(file()).hasContent("kept by the heir");
        assertThat(files()).containsExactly("part #1");
        assertThatThrownBy(() -> writer.recover(at)).isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> writer.recover(never)).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void aCopyThatWasNeverPersistedGoesWhenItIsClosed() throws Exception {
        RecoverableFsDataOutputStream out = open("kept");
        ResumeRecoverable at = out.persist();
        out.close();
        List<String> before = files();
        for (int i = 0; i < 3; i++) {
            RecoverableFsDataOutputStream again = writer.recover(at);
            write(again, " on");
            again.close();
        }
        assertThat(files()).isEqualTo(before);
        RecoverableFsDataOutputStream kept = writer.recover(at);
        kept.persist();
        kept.close();
        assertThat(files()).hasSize(2);
    }

    @Test
    void aFileThatMayBeOpenIsCommittedAsACopy() throws Exception {
        RecoverableFsDataOutputStream stale = open("kept");
        CommitRecoverable at = throughBytes((CommitRecoverable) stale.persist());
        write(stale, " and lost");
        writer.recoverForCommit(at).commitAfterRecovery();
        write(stale, ", late");
        stale.persist();
        assertThat(file()).hasContent("kept");
        writer.recoverForCommit(at).commitAfterRecovery();
        assertThat(file()).hasContent("kept");
        assertThat(files()).containsExactly("part #1");
    }

    @Test
    void aCommitThatDiedBeforeItRemovedWhatItHadCopiedIsRepeated() throws Exception {
        CommitRecoverable at = open("kept and more").persist();
        java.nio.file.Path pending = dir.resolve("sub dir").resolve(files().get(0));
        Files.writeString(file(), "kept and more");
        writer.recoverForCommit(at).commitAfterRecovery();
        assertThat(file()).hasContent("kept and more");
        assertThat(files()).containsExactly("part #1");

        Files.writeString(pending, "kept and more");
        Files.writeString(file(), "kept or other");
        assertThatThrownBy(() -> writer.recoverForCommit(at).commitAfterRecovery())
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file()).hasContent("kept or other");
        assertThat(files()).as("and no copy").hasSize(2);
    }

    @Test
    void whoIsAloneGoesOnInPlaceAndCutsOff() throws Exception {
        RecoverableWriter alone =
                ((TakesUpInPlace) FileSystem.getLocalFileSystem()).createRecoverableWriterInPlace();
        RecoverableFsDataOutputStream out = open("kept");
        ResumeRecoverable at = throughBytes(out.persist());
        write(out, " and lost");
        out.close();
        List<String> pending = files();
        RecoverableFsDataOutputStream resumed = alone.recover(at);
        assertThat(files()).isEqualTo(pending);
        write(resumed, ", more");
        resumed.close();
        alone.recoverForCommit(at).commitAfterRecovery();
        assertThat(file()).hasContent("kept");
        assertThat(files()).containsExactly("part #1");
    }

    @Test
    void whatAnEarlierReleaseWroteDownIsRead() throws Exception {
        RecoverableFsDataOutputStream out = open("kept");
        LocalRecoverable at = (LocalRecoverable) out.persist();
        out.close();
        byte[] bytes = LocalRecoverableSerializer.INSTANCE.serialize(at);
        byte[] old = Arrays.copyOf(bytes, bytes.length - 1);
        LocalRecoverable read = LocalRecoverableSerializer.INSTANCE.deserialize(1, old);
        assertThat(read).isEqualTo(at);
        writer.recoverForCommit(read).commitAfterRecovery();
        assertThat(file()).hasContent("kept");
        assertThat(files()).containsExactly("part #1");
    }

    @Test
    void aCommitMayBeRepeatedAfterRecovery() throws Exception {
        Committer committer = open("text").closeForCommit();
        CommitRecoverable recoverable = throughBytes(committer.getRecoverable());
        writer.recoverForCommit(recoverable).commitAfterRecovery();
        assertThat(file()).hasContent("text");
        writer.recoverForCommit(recoverable).commitAfterRecovery();
        assertThat(file()).hasContent("text");
        Files.delete(file());
        writer.recoverForCommit(recoverable).commitAfterRecovery();
        assertThat(file()).as("a reader has taken it; nothing comes back").doesNotExist();
        assertThatThrownBy(() -> writer.recoverForCommit(recoverable).commit())
                .isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void aNameThatIsThereAlreadyIsForcedToDiskByARepeatedCommit() throws Exception {
        CommitRecoverable recoverable = open("text").closeForCommit().getRecoverable();
        List<java.nio.file.Path> forced = new ArrayList<>();
        RecoverableWriter afterCrash =
                new LocalRecoverableWriter(LocalFileSystem.getSharedInstance(), forced::add, false);
        // As by one that was killed between giving the name and forcing it to disk.
        Files.move(dir.resolve("sub dir").resolve(files().get(0)), file());
        afterCrash.recoverForCommit(recoverable).commitAfterRecovery();
        assertThat(forced).containsExactly(dir.resolve("sub dir"));
    }

    @Test
    void directoriesAreMadeFromTheTopAndEachIsForcedBeforeTheNext() throws Exception {
        List<String> forced = new ArrayList<>();
        RecoverableWriter forcing =
                new LocalRecoverableWriter(
                        LocalFileSystem.getSharedInstance(),
                        directory -> {
                            try (Stream<java.nio.file.Path> children = Files.list(directory)) {
                                forced.add(
                                        directory.getFileName()
                                                + " with "
                                                + children.map(c -> c.getFileName().toString())
                                                        .toList());
                            }
                        },
                        false);
        String base = dir.getFileName().toString();
        forcing.open(new Path(dir.toString(), "a/b/part")).close();
        assertThat(forced).hasSize(3);
        assertThat(forced.subList(1, 3)).containsExactly(base + " with [a]", "a with [b]");
        forced.clear();
        forcing.open(new Path(dir.toString(), "a/b/part")).close();
        assertThat(forced).as("known to be durable").isEmpty();
        forcing.open(new Path(dir.toString(), "a/c/part")).close();
        assertThat(forced).hasSize(1);
    }

    @Test
    void aDirectoryThatSomebodyElseMadeIsForcedOnce() throws Exception {
        List<java.nio.file.Path> forced = new ArrayList<>();
        RecoverableWriter forcing =
                new LocalRecoverableWriter(LocalFileSystem.getSharedInstance(), forced::add, false);
        // Whoever made it may have been killed before its entry was on disk.
        Files.createDirectory(dir.resolve("sub dir"));
        forcing.open(target).close();
        forcing.open(target).close();
        assertThat(forced).containsExactly(dir);
    }

    @Test
    void whatWasWrittenAfterTheCheckpointIsCutOffByACommitAfterRecovery() throws Exception {
        RecoverableFsDataOutputStream out = open("kept");
        ResumeRecoverable at = out.persist();
        write(out, " and lost");
        out.close();
        writer.recoverForCommit(at).commitAfterRecovery();
        assertThat(file()).hasContent("kept");
    }

    @Test
    void aFinishedFileIsNeverOverwritten() throws Exception {
        Committer first = open("one").closeForCommit();
        Committer second = open("two").closeForCommit();
        first.commit();
        assertThatThrownBy(second::commit).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(second::commitAfterRecovery)
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file()).hasContent("one");
    }

    @Test
    void lostDataIsToldAndNotCommitted() throws Exception {
        Committer committer = open("text").closeForCommit();
        java.nio.file.Path temp = dir.resolve("sub dir").resolve(files().get(0));
        Files.write(temp, "te".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(committer::commit).hasMessageContaining("2 bytes instead of 4");
        assertThatThrownBy(committer::commitAfterRecovery).hasMessageContaining("data is lost");
        ResumeRecoverable at = (ResumeRecoverable) committer.getRecoverable();
        assertThatThrownBy(() -> writer.recover(at)).hasMessageContaining("data is lost");
        Files.delete(temp);
        assertThatThrownBy(() -> writer.recover(at)).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void bytesOfAnotherVersionAreRefused() {
        SimpleVersionedSerializer<CommitRecoverable> serializer =
                writer.getCommitRecoverableSerializer();
        assertThatThrownBy(() -> serializer.deserialize(7, new byte[0]))
                .hasMessageContaining("version 7");
        assertThatThrownBy(() -> serializer.deserialize(1, new byte[9]))
                .isInstanceOf(IOException.class);
    }

    private RecoverableFsDataOutputStream open(String text) throws IOException {
        RecoverableFsDataOutputStream out = writer.open(target);
        write(out, text);
        return out;
    }

    private static void write(RecoverableFsDataOutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
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

    private java.nio.file.Path file() {
        return dir.resolve("sub dir").resolve("part #1");
    }

    private List<String> files() throws IOException {
        try (Stream<java.nio.file.Path> children = Files.list(dir.resolve("sub dir"))) {
            return children.map(child -> child.getFileName().toString()).sorted().toList();
        }
    }
}
