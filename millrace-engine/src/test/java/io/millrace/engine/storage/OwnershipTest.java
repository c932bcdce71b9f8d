// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.engine.storage.OwnerRecord.Ids;
import io.millrace.runtime.throwable.ThrowableAnnotation;
import io.millrace.runtime.throwable.ThrowableType;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One step after the other; {@code FencingTest} stops them anywhere. */
class OwnershipTest {

    private static final byte[] MANIFEST =
            SealedFile.seal(new SealedFile.Kind("manifest", 1, 1), new byte[] {7});

    @TempDir java.nio.file.Path dir;

    private FileSystem local;

    @BeforeEach
    void fileSystem() throws IOException {
        local = FileSystem.getLocalFileSystem();
    }

    @Test
    void whoComesLaterOwnsItAndTheOneBeforeIsToldByWhom() throws Exception {
        Ownership first = take("words");
        first.check();
        Ownership second = take("words again");
        second.check();
        assertThatThrownBy(first::check)
                .isInstanceOf(FencedException.class)
                .hasMessageContaining(dir.toString())
                .hasMessageContaining("process " + ProcessHandle.current().pid())
                .hasMessageContaining("'words again'")
                .hasMessageContaining("since 20")
                .hasMessageContaining("'latest'");
        assertThat(first.isFenced()).isTrue();
        assertThatThrownBy(() -> first.use(1)).isInstanceOf(FencedException.class);
    }

    @Test
    void noRestartStrategyMayTryAgain() {
        assertThat(FencedException.class.getAnnotation(ThrowableAnnotation.class).value())
                .isEqualTo(ThrowableType.NonRecoverableError);
        FencedException fenced = new FencedException("taken over");
        assertThat(FencedException.isCauseOf(new IOException(new IOException(fenced)))).isTrue();
        assertThat(FencedException.isCauseOf(new IOException())).isFalse();
    }

    @Test
    void whoComesLaterHasAHigherNumberWhateverIsLeftOfTheOneBefore() throws Exception {
        Ownership first = take("words");
        first.close();
        Ownership second = take("words");
        assertThat(second.number()).isGreaterThan(first.number());
        Files.createFile(dir.resolve("owner-" + (second.number() + 1) + "-000000000000.ended-7"));
        assertThat(take("words").number()).isGreaterThan(second.number() + 1);
    }

    @Test
    void whoFindsItsNumberTakenTakesAnother() throws Exception {
        OwnerName name = OwnerName.after(4);
        OwnerName other = OwnerName.after(4);
        for (OwnerName.Kind kind : OwnerName.Kind.values()) {
            java.nio.file.Path file = Files.createFile(dir.resolve(other.file(kind, 1)));
            JobFiles found = JobFiles.in(local, path());
            assertThat(found.isAboveAllOthers(name)).as("%s", kind).isFalse();
            assertThat(found.isAboveAllOthers(OwnerName.after(5))).isTrue();
            assertThat(found.isAboveAllOthers(other)).as("itself").isTrue();
            Files.delete(file);
        }
    }

    @Test
    void idsAreNeverShared() throws Exception {
        Ownership first = take("words");
        assertThat(first.firstId()).isEqualTo(1);
        complete(first, 1);
        first.use(2);
        Ownership second = take("words");
        assertThat(second.firstId()).isEqualTo(Ownership.BLOCK + 1);
        assertThat(first.isKnown(second.firstId())).isFalse();
    }

    @Test
    void whoNeedsMoreReservesThemBeforeTheyAreUsed() throws Exception {
        Ownership first = take("words");
        first.use(Ownership.BLOCK + 1);
        assertThat(names()).anyMatch(name -> name.endsWith(".ids-" + 2 * Ownership.BLOCK));
        assertThat(first.isKnown(2 * Ownership.BLOCK)).isTrue();
        Ownership second = take("words");
        assertThat(second.firstId()).isEqualTo(2 * Ownership.BLOCK + 1);
        assertThatThrownBy(() -> first.use(5 * Ownership.BLOCK))
                .isInstanceOf(FencedException.class);
    }

    @Test
    void afterOneThatEndedInOrderIdsGoOnWithoutAGap() throws Exception {
        Ownership first = take("words");
        complete(first, 1);
        first.use(3);
        first.close();
        assertThatThrownBy(() -> first.use(4)).hasMessageContaining("closed");
        assertThat(take("words").firstId()).isEqualTo(4);
    }

    @Test
    void aDirectoryThatNeverHadOwnersIsTakenAsItIs() throws Exception {
        manifest(7);
        Files.createDirectories(dir.resolve("shared"));
        Files.createFile(dir.resolve("shared/9-layer"));
        Ownership first = take("words");
        assertThat(first.firstId()).isEqualTo(10);
        assertThat(counted()).containsExactly(7L);
    }

    @Test
    void aManifestThatComesTooLateNeverCounts() throws Exception {
        Ownership first = take("words");
        complete(first, 1);
        Ownership second = take("words");
        manifest(2);
        assertThatThrownBy(() -> first.published(2)).isInstanceOf(FencedException.class);
        assertThat(counted()).containsExactly(1L);
        complete(second, second.firstId());
        take("words");
        assertThat(counted()).containsExactly(Ownership.BLOCK + 1, 1L);
        assertThat(StoredSnapshots.discounted(dir.resolve("chk-2").toString()))
                .hasValueSatisfying(why -> assertThat(why).contains("had been replaced"));
        assertThat(StoredSnapshots.discounted(dir.resolve("chk-1").toString())).isEmpty();
    }

    @Test
    void aManifestThatWasThereBeforeTheTakeOverCountsThoughItsProcessCanNotKnow() throws Exception {
        Ownership first = take("words");
        complete(first, 1);
        first.publishing(2);
        manifest(2);
        take("words");
        assertThatThrownBy(() -> first.published(2)).isInstanceOf(FencedException.class);
        assertThat(counted()).containsExactly(2L, 1L);
        first.remove(2);
        first.remove(1);
        assertThat(counted()).as("it removes nothing any more").containsExactly(2L, 1L);
    }

    @Test
    void aMarkThatComesTooLateMeansNothing() throws Exception {
        Ownership first = take("words");
        first.publishing(1);
        manifest(1);
        take("words");
        assertThatThrownBy(() -> first.remove(1)).isInstanceOf(FencedException.class);
        assertThat(names(dir.resolve("chk-1")))
                .contains("_metadata")
                .anyMatch(name -> name.startsWith("_void-"));
        assertThat(counted()).containsExactly(1L);
    }

    @Test
    void whatWasTakenBackDoesNotCountThoughItsManifestShouldComeLater() throws Exception {
        Ownership first = take("words");
        complete(first, 1);
        first.publishing(2);
        Files.createDirectories(dir.resolve("chk-2"));
        first.remove(2);
        manifest(2);
        assertThat(counted()).containsExactly(1L);
        complete(first, 3);
        first.close();
        take("words");
        assertThat(counted()).containsExactly(3L, 1L);
    }

    @Test
    void theLastOneIsTakenBackBeforeItIsRemoved() throws Exception {
        Ownership first = take("words");
        complete(first, 1);
        complete(first, 2);
        first.remove(1);
        first.remove(2);
        assertThat(names()).noneMatch(name -> name.startsWith("chk-"));
        assertThatCode(first::check).doesNotThrowAnyException();
    }

    @Test
    void onlyTheNewestOwnersFilesStay() throws Exception {
        for (int i = 0; i < 5; i++) {
            take("words").use(1500);
        }
        take("words");
        assertThat(names()).filteredOn(name -> name.startsWith("owner-")).hasSize(2);
    }

    @Test
    void aDirectoryThatWasEmptiedDoesNotGiveTheOldOneItsRightsBack() throws Exception {
        Ownership first = take("words");
        for (String name : names()) {
            Files.delete(dir.resolve(name));
        }
        take("words");
        assertThat(names()).anyMatch(name -> name.startsWith("owner-1-"));
        assertThatThrownBy(first::check).isInstanceOf(FencedException.class);
    }

    @Test
    void aRecordThatIsDamagedIsNotPassedOver() throws Exception {
        take("words");
        String record =
                names().stream().filter(name -> name.endsWith(".from")).findFirst().orElseThrow();
        byte[] bytes = Files.readAllBytes(dir.resolve(record));
        bytes[bytes.length - 20] ^= 1;
        Files.write(dir.resolve(record), bytes);
        assertThatThrownBy(() -> take("words"))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining(record);
    }

    @Test
    void localDisksNeedNone() throws Exception {
        assertThat(Ownership.takeIfNeeded(local, path(), "words")).isNull();
        take("words"); // as from a machine that has mounted it
        assertThat(Ownership.takeIfNeeded(local, path(), "words")).isNotNull();
    }

    @Test
    void runsOfIdsAreJoinedAndTheOldestForgotten() throws Exception {
        assertThat(
                        new OwnerRecord(
                                        List.of(
                                                new Ids(5, 9),
                                                new Ids(1, 2),
                                                new Ids(3, 3),
                                                new Ids(8, 12)),
                                        13,
                                        20)
                                .discounted())
                .containsExactly(new Ids(1, 3), new Ids(5, 12));
        List<Ids> many = new ArrayList<>();
        for (long id = 1; id <= 100; id++) {
            many.add(new Ids(3 * id, 3 * id));
        }
        OwnerRecord record = new OwnerRecord(many, 400, 500);
        assertThat(record.discounted()).hasSize(OwnerRecord.MAX_DISCOUNTED);
        assertThat(record.discounts(300)).isTrue();
        assertThat(record.discounts(299)).isFalse();
        assertThat(OwnerRecord.decode(record.encode(), "here")).isEqualTo(record);
    }

    @Test
    void namesAreReadAsTheyAreWrittenAndOthersAreNotTheirs() {
        OwnerName name = OwnerName.after(41);
        for (OwnerName.Kind kind : OwnerName.Kind.values()) {
            OwnerName.File file = OwnerName.File.of(name.file(kind, 7));
            assertThat(file.owner()).isEqualTo(name);
            assertThat(file.kind()).isEqualTo(kind);
        }
        for (String other :
                List.of("owner", "owner-1", "owner-01-0123456789ab", name + ".ids", name + "-3")) {
            assertThat(OwnerName.File.of(other)).as(other).isNull();
        }
        assertThat(OwnerName.after(9)).isGreaterThan(OwnerName.after(8));
    }

    @Test
    void mountsAreToldByTheirTypes() {
        for (String type : List.of("nfs", "nfs4", "ceph", "fuse.ceph-fuse", "cifs", "smb3", "9p")) {
            assertThat(NetworkMounts.isType(type)).as(type).isTrue();
        }
        for (String type : List.of("ext4", "xfs", "btrfs", "overlay", "tmpfs", "apfs", "zfs")) {
            assertThat(NetworkMounts.isType(type)).as(type).isFalse();
        }
        assertThat(NetworkMounts.hold(dir)).isFalse();
    }

    private Ownership take(String job) throws IOException {
        return Ownership.take(local, path(), job);
    }

    private void complete(Ownership owner, long id) throws IOException {
        owner.use(id);
        owner.publishing(id);
        manifest(id);
        owner.published(id);
    }

    private void manifest(long id) throws IOException {
        Directories.publish(
                local,
                new Path(path(), CheckpointPaths.nameOf(id)),
                MANIFEST,
                List.of(path()),
                () -> {});
    }

    private List<Long> counted() throws IOException {
        return CountedCheckpoints.in(local, path()).ids();
    }

    private Path path() {
        return new Path(dir.toString());
    }

    private List<String> names() throws IOException {
        return names(dir);
    }

    private static List<String> names(java.nio.file.Path directory) throws IOException {
        try (Stream<java.nio.file.Path> children = Files.list(directory)) {
            return children.map(child -> child.getFileName().toString()).sorted().toList();
        }
    }
}
