// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.filesystem.hadoop.FaultyHdfs.Call;
import io.millrace.filesystem.hadoop.FaultyHdfs.Fault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Files that appear whole, and once, on Hadoop's own servers. */
@ExtendWith(HdfsCluster.Stopped.class)
@Timeout(600)
class WholeFileTest {

    private HdfsCluster cluster;
    private HadoopFileSystem fs;
    private String directory;

    @BeforeEach
    void start() throws IOException {
        cluster = HdfsCluster.shared();
        fs = cluster.fileSystem();
        directory = cluster.newDirectory();
    }

    @AfterEach
    void heal() {
        FaultyHdfs.heal();
    }

    @Test
    void aFileAppearsAndNothingElseStays() throws IOException {
        assertThat(fs.existsNow(path("below/a"))).isFalse();
        fs.createWhole(path("below/a"), bytes("mine"));
        assertThat(fs.existsNow(path("below/a"))).isTrue();
        assertThat(cluster.read(directory + "/below/a")).isEqualTo("mine");
        assertThat(cluster.files(directory)).containsExactly(directory + "/below/a");
    }

    @Test
    void theSameContentCountsAsOursAndAnotherIsRefused() throws IOException {
        fs.createWhole(path("a"), bytes("mine"));
        fs.createWhole(path("a"), bytes("mine"));
        for (String other : List.of("", "m", "mind", "mines", "mine, and longer")) {
            assertThatThrownBy(() -> fs.createWhole(path("a"), bytes(other)))
                    .isInstanceOf(FileAlreadyExistsException.class)
                    .hasMessageContaining(directory + "/a");
        }
        assertThat(cluster.files(directory)).containsExactly(directory + "/a");
        assertThat(cluster.read(directory + "/a")).isEqualTo("mine");
    }

    @Test
    void aDirectoryIsInTheWay() throws IOException {
        fs.mkdirs(path("a"));
        assertThatThrownBy(() -> fs.createWhole(path("a"), bytes("mine")))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(cluster.files(directory)).isEmpty();
    }

    @Test
    void ofEightWhoTryAtOnceExactlyOneSucceeds() throws Exception {
        int racers = 8;
        int rounds = 12;
        List<HadoopFileSystem> connections = new ArrayList<>();
        for (int i = 0; i < racers; i++) {
            // Each as a process of its own would be connected.
            connections.add((HadoopFileSystem) new HdfsFactory().create(cluster.uri()));
        }
        ExecutorService threads = Executors.newFixedThreadPool(racers);
        try {
            for (int round = 0; round < rounds; round++) {
                Path manifest = path("chk-" + round + "/_metadata");
                CyclicBarrier together = new CyclicBarrier(racers);
                List<Future<String>> tries = new ArrayList<>();
                for (int i = 0; i < racers; i++) {
                    String content = "racer " + i;
                    HadoopFileSystem connection = connections.get(i);
                    tries.add(
                            threads.submit(
                                    () -> {
                                        together.await();
                                        try {
                                            connection.createWhole(manifest, bytes(content));
                                            return content;
                                        } catch (FileAlreadyExistsException e) {
                                            return null;
                                        }
                                    }));
                }
                List<String> winners = new ArrayList<>();
                for (Future<String> each : tries) {
                    if (each.get() != null) {
                        winners.add(each.get());
                    }
                }
                assertThat(winners).hasSize(1);
                assertThat(cluster.read(manifest.toString())).isEqualTo(winners.get(0));
                assertThat(cluster.files(directory + "/chk-" + round)).hasSize(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aLostAnswerToTheRenameIsNoFailure() throws IOException {
        useFaulty();
        FaultyHdfs.failAll(Call.RENAME, Fault.AFTER);
        fs.createWhole(path("a"), bytes("mine"));
        assertThat(FaultyHdfs.failures()).isEqualTo(1);
        assertThat(cluster.files(directory)).containsExactly(directory + "/a");
    }

    @Test
    void aRenameThatWasNotDoneIsAFailureAndNeverDoneLater() throws IOException {
        useFaulty();
        FaultyHdfs.failAll(Call.RENAME, Fault.BEFORE);
        assertThatThrownBy(() -> fs.createWhole(path("a"), bytes("mine")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("injected");
        assertThat(cluster.files(directory)).isEmpty();
    }

    @Test
    void whoIsSecondAtTheVeryRenameIsToldSo() throws IOException {
        useFaulty();
        FaultyHdfs.beforeRename(
                () -> {
                    cluster.write(directory + "/a", "other");
                    return null;
                });
        assertThatThrownBy(() -> fs.createWhole(path("a"), bytes("mine")))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("somebody else");
        assertThat(cluster.files(directory)).containsExactly(directory + "/a");
        assertThat(cluster.read(directory + "/a")).isEqualTo("other");
    }

    @Test
    void whoIsSecondAndLosesTheAnswerIsToldSoByTheNextTry() throws IOException {
        useFaulty();
        FaultyHdfs.beforeRename(
                () -> {
                    cluster.write(directory + "/a", "other");
                    return null;
                });
        FaultyHdfs.failAll(Call.RENAME, Fault.AFTER);
        assertThatThrownBy(() -> fs.createWhole(path("a"), bytes("mine")))
                .hasMessageContaining("injected");
        assertThatThrownBy(() -> fs.createWhole(path("a"), bytes("mine")))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(cluster.files(directory)).containsExactly(directory + "/a");
    }

    @Test
    void eachKthCallFailsAndCallersWhoTryAgainGetThere() throws IOException {
        useFaulty();
        for (Fault fault : Fault.values()) {
            // It takes six calls at most, so of seven tries in a row one comes through.
            for (int k = 7; k <= 13; k++) {
                FaultyHdfs.heal();
                FaultyHdfs.failEach(k, fault);
                Path file = path(fault + "-" + k);
                int tries = 0;
                for (boolean made = false; !made; tries++) {
                    assertThat(tries).isLessThan(30);
                    try {
                        fs.createWhole(file, bytes("mine"));
                        made = true;
                    } catch (IOException e) {
                        assertThat(e).hasStackTraceContaining("injected");
                    }
                }
                assertThat(cluster.read(file.toString())).isEqualTo("mine");
            }
        }
    }

    private void useFaulty() throws IOException {
        cluster.settle(Map.of("flink.hadoop.fs.hdfs.impl", FaultyHdfs.class.getName()));
        fs = (HadoopFileSystem) FileSystem.get(cluster.uri());
    }

    private Path path(String below) {
        return new Path(directory + "/" + below);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
