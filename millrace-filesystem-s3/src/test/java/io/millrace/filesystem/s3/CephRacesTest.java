// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import static io.millrace.filesystem.s3.Buckets.bytes;
import static io.millrace.filesystem.s3.Buckets.path;
import static io.millrace.filesystem.s3.Buckets.random;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileSystem.WriteMode;
import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableFsDataOutputStream.Committer;
import io.millrace.core.fs.RecoverableWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Several who do the same at the same time, on the gateway of a real Ceph. A manifest is visible,
 * and an owner is the only one, because of what is shown here.
 */
@Timeout(600)
class CephRacesTest {

    private static final int RACERS = 8;

    private S3FileSystem fs;
    private ExecutorService threads;

    @BeforeEach
    void begin() throws Exception {
        fs = Buckets.fresh(CephCluster.settings(CephCluster.inMemory().endpoint()));
        threads = Executors.newFixedThreadPool(RACERS);
    }

    @AfterEach
    void end() {
        if (threads != null) {
            threads.shutdownNow();
        }
    }

    /** How often each race is run, more or less. */
    int times() {
        return 1;
    }

    /** All at once; the results in the order of the racers. */
    private <T> List<T> race(RacerFactory<T> racer) throws Exception {
        CyclicBarrier start = new CyclicBarrier(RACERS);
        List<Future<T>> running = new ArrayList<>();
        for (int i = 0; i < RACERS; i++) {
            Callable<T> act = racer.of(i);
            running.add(
                    threads.submit(
                            () -> {
                                start.await();
                                return act.call();
                            }));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> each : running) {
            results.add(each.get());
        }
        return results;
    }

    private interface RacerFactory<T> {
        Callable<T> of(int racer) throws IOException;
    }

    @Test
    void ofManyWhoMakeAFileExactlyOneSucceeds() throws Exception {
        for (int round = 0; round < 6 * times(); round++) {
            String name = "owner-" + round;
            List<Boolean> won =
                    race(
                            racer ->
                                    () -> {
                                        try {
                                            fs.createWhole(
                                                    path(fs, name),
                                                    ("racer " + racer)
                                                            .getBytes(StandardCharsets.UTF_8));
                                            return true;
                                        } catch (FileAlreadyExistsException e) {
                                            return false;
                                        }
                                    });
            assertThat(won).containsOnlyOnce(true);
            assertThat(Buckets.read(fs, name)).isEqualTo("racer " + won.indexOf(true));
        }
    }

    @Test
    void ofManyWhoMakeTheSameFileAllSucceed() throws Exception {
        byte[] content = "the same".getBytes(StandardCharsets.UTF_8);
        for (int round = 0; round < 2 * times(); round++) {
            String name = "same-" + round;
            race(
                    racer ->
                            () -> {
                                fs.createWhole(path(fs, name), content);
                                return null;
                            });
            assertThat(bytes(fs, name)).isEqualTo(content);
        }
    }

    @Test
    void ofManyWhoWriteASmallFileThatIsNotToBeOverwrittenOneSucceeds() throws Exception {
        for (int round = 0; round < 2 * times(); round++) {
            String name = "small-" + round;
            List<Boolean> won =
                    race(
                            racer ->
                                    () -> {
                                        try (FSDataOutputStream out =
                                                fs.create(path(fs, name), WriteMode.NO_OVERWRITE)) {
                                            out.write(racer);
                                            out.sync();
                                            return true;
                                        } catch (FileAlreadyExistsException e) {
                                            return false;
                                        }
                                    });
            assertThat(won).containsOnlyOnce(true);
            assertThat(bytes(fs, name)).containsExactly(won.indexOf(true));
        }
    }

    @Test
    void whoReadsAManifestSeesAllOfItOrNone() throws Exception {
        for (int round = 0; round < times(); round++) {
            String name = "chk-" + round + "/_metadata";
            byte[] content = random(round, 700_000);
            race(
                    racer ->
                            () -> {
                                if (racer == 0) {
                                    fs.createWhole(path(fs, name), content);
                                    return null;
                                }
                                while (!fs.existsNow(path(fs, name))) {
                                    Thread.onSpinWait();
                                }
                                assertThat(Arrays.equals(bytes(fs, name), content)).isTrue();
                                return null;
                            });
        }
    }

    @Test
    void aCommitThatManyDoIsDoneOnce() throws Exception {
        RecoverableWriter writer = fs.createRecoverableWriter();
        int rounds = (3 * times() + 1) / 2;
        for (int round = 0; round < rounds; round++) {
            String name = "part-" + round;
            byte[] content = random(round, 5 * 1024 * 1024 + 17);
            RecoverableFsDataOutputStream out = writer.open(path(fs, name));
            out.write(content, 0, 1000);
            out.persist();
            out.write(content, 1000, content.length - 1000);
            Committer committer = out.closeForCommit();
            List<String> failures =
                    race(
                            racer ->
                                    () -> {
                                        for (int tries = 0; ; tries++) {
                                            try {
                                                writer.recoverForCommit(committer.getRecoverable())
                                                        .commitAfterRecovery();
                                                return "";
                                            } catch (IOException e) {
                                                // As the sink, which commits again.
                                                if (tries == 5) {
                                                    return e.toString();
                                                }
                                            }
                                        }
                                    });
            assertThat(failures).containsOnly("");
            assertThat(Arrays.equals(bytes(fs, name), content)).isTrue();
        }
        assertThat(fs.store().uploads("")).isEmpty();
        assertThat(fs.store().listAll("")).hasSize(rounds);
    }
}
