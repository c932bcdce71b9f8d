// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.fs.BlockLocation;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.FileSystem.WriteMode;
import io.millrace.core.fs.FileSystemKind;
import io.millrace.core.fs.Path;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.metrics.DataNodeMetrics;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** On Hadoop's own servers. */
@ExtendWith(HdfsCluster.Stopped.class)
@Timeout(600)
class HadoopFileSystemTest {

    private HdfsCluster cluster;
    private FileSystem fs;
    private String directory;

    @BeforeEach
    void start() throws IOException {
        cluster = HdfsCluster.shared();
        fs = FileSystem.get(cluster.uri());
        directory = cluster.newDirectory();
    }

    @Test
    void isFoundByItsScheme() {
        assertThat(fs).isInstanceOf(HadoopFileSystem.class);
        assertThat(fs.getUri()).isEqualTo(cluster.uri());
        assertThat(fs.getKind()).isEqualTo(FileSystemKind.FILE_SYSTEM);
        assertThat(fs.isDistributedFS()).isTrue();
        assertThat(fs.getHomeDirectory().toString()).startsWith(cluster.uri() + "/user/");
        assertThat(fs.getDefaultBlockSize()).isEqualTo(128L << 20);
    }

    @Test
    void anAddressWithoutHostIsThatOfHadoopsDefault() throws IOException {
        write(path("a"), "text");
        Path without = new Path("hdfs://" + path("a").getPath());

        assertThat(FileSystem.get(URI.create("hdfs:///")).getFileStatus(without).getLen())
                .isEqualTo(4);
        assertThat(fs.getFileStatus(new Path(path("a").getPath())).getPath()).isEqualTo(path("a"));
    }

    @Test
    void anAddressWithoutHostAndDefaultSaysWhatIsMissing() {
        cluster.settle(Map.of("flink.hadoop.fs.defaultFS", "file:///"));
        assertThatThrownBy(() -> FileSystem.get(URI.create("hdfs:///")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("names no host")
                .hasMessageContaining("HADOOP_CONF_DIR");
    }

    @Test
    void aNameserviceNobodyKnowsPointsToTheConfiguration() {
        assertThatThrownBy(() -> FileSystem.get(URI.create("hdfs://no-such-service.invalid/")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no-such-service.invalid")
                .hasMessageContaining("HADOOP_CONF_DIR");
    }

    @Test
    void anotherClustersPathIsRefused() {
        assertThatThrownBy(() -> fs.getFileStatus(new Path("hdfs://other:1234/a")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("other");
    }

    @Test
    void aFileIsWrittenAndRead() throws IOException {
        Path file = path("deep/below/a");
        try (FSDataOutputStream out = fs.create(file, WriteMode.NO_OVERWRITE)) {
            out.write('a');
            out.write("bcdef".getBytes(StandardCharsets.UTF_8), 1, 3);
            assertThat(out.getPos()).isEqualTo(4);
        }
        assertThat(cluster.read(file.toString())).isEqualTo("acde");
        try (FSDataInputStream in = fs.open(file)) {
            in.seek(2);
            assertThat(in.getPos()).isEqualTo(2);
            assertThat(in.read()).isEqualTo('d');
            assertThat(in.skip(1)).isEqualTo(1);
            assertThat(in.read()).isEqualTo(-1);
            in.seek(0);
            assertThat(in.readAllBytes()).hasSize(4);
            assertThatThrownBy(() -> in.seek(-1)).isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> fs.open(path("none"))).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void whatWasSyncedIsReadBeforeTheFileIsClosed() throws IOException {
        Path file = path("open");
        try (FSDataOutputStream out = fs.create(file, WriteMode.NO_OVERWRITE)) {
            out.write("seen".getBytes(StandardCharsets.UTF_8));
            out.sync();
            assertThat(cluster.read(file.toString())).isEqualTo("seen");
            out.write(" too".getBytes(StandardCharsets.UTF_8));
            out.flush();
            assertThat(cluster.read(file.toString())).isEqualTo("seen too");
        }
    }

    @Test
    void aFileIsNotOverwrittenUnlessThatIsAskedFor() throws IOException {
        write(path("a"), "first");
        assertThatThrownBy(() -> fs.create(path("a"), WriteMode.NO_OVERWRITE))
                .isInstanceOf(FileAlreadyExistsException.class);
        try (FSDataOutputStream out = fs.create(path("a"), WriteMode.OVERWRITE)) {
            out.write('2');
        }
        assertThat(cluster.read(directory + "/a")).isEqualTo("2");
    }

    @Test
    void namesMayHaveStrangeLetters() throws IOException {
        Path file = path("100% sure #1 ünï?[x]{y}");
        write(file, "text");
        assertThat(fs.listStatus(path("")))
                .singleElement()
                .satisfies(
                        status -> {
                            assertThat(status.getPath()).isEqualTo(file);
                            assertThat(fs.open(status.getPath()).readAllBytes()).hasSize(4);
                        });
    }

    @Test
    void aDirectoryIsListedWithWhatTheNamenodeKnows() throws IOException {
        write(path("b"), "text");
        assertThat(fs.mkdirs(path("a/c"))).isTrue();
        FileStatus[] found = fs.listStatus(path(""));
        assertThat(Arrays.stream(found).map(status -> status.getPath().getName()))
                .containsExactly("a", "b");
        assertThat(found[0].isDir()).isTrue();
        assertThat(found[1].isDir()).isFalse();
        assertThat(found[1].getLen()).isEqualTo(4);
        assertThat(found[1].getReplication()).isEqualTo((short) HdfsCluster.DATANODES);
        assertThat(found[1].getBlockSize()).isEqualTo(128L << 20);
        assertThat(found[1].getModificationTime()).isPositive();
        assertThatThrownBy(() -> fs.listStatus(path("none")))
                .isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> fs.getFileStatus(path("none")))
                .isInstanceOf(FileNotFoundException.class);
        assertThat(fs.exists(path("none"))).isFalse();
        assertThat(fs.exists(path("b"))).isTrue();
    }

    @Test
    void theDatanodesOfABlockAreKnown() throws IOException {
        cluster.settle(Map.of("flink.hadoop.dfs.blocksize", "1024"));
        fs = cluster.fileSystem();
        write(path("three"), "x".repeat(2500));
        FileStatus status = fs.getFileStatus(path("three"));
        BlockLocation[] all = fs.getFileBlockLocations(status, 0, 2500);
        assertThat(Arrays.stream(all).map(BlockLocation::getOffset))
                .containsExactly(0L, 1024L, 2048L);
        assertThat(all[2].getLength()).isEqualTo(452);
        assertThat(all[0].getHosts()).hasSize(HdfsCluster.DATANODES);
        assertThat(fs.getFileBlockLocations(status, 1100, 10)).hasSize(1);
        assertThat(all).isSorted();
    }

    @Test
    void aFileOfManyBlocksIsForcedBlockByBlock() throws Exception {
        cluster.settle(Map.of("flink.hadoop.dfs.blocksize", "1024"));
        fs = cluster.fileSystem();
        long before = forced();
        try (FSDataOutputStream out = fs.create(path("ten"), WriteMode.NO_OVERWRITE)) {
            out.write(new byte[10 * 1024 + 1]);
            out.sync();
        }
        assertThat(forced() - before).isGreaterThanOrEqualTo(11L * HdfsCluster.DATANODES);
    }

    /**
     * How often datanodes have forced a file to disk. What they tell of it by JMX is seconds old.
     */
    private long forced() throws ReflectiveOperationException {
        Field count = DataNodeMetrics.class.getDeclaredField("fsyncCount");
        count.setAccessible(true);
        long sum = 0;
        for (DataNode node : cluster.servers().getDataNodes()) {
            sum += ((MutableCounterLong) count.get(node.getMetrics())).value();
        }
        return sum;
    }

    @Test
    void filesAreRemoved() throws IOException {
        write(path("a/b"), "text");
        assertThatThrownBy(() -> fs.delete(path("a"), false)).isInstanceOf(IOException.class);
        assertThat(fs.delete(path("a"), true)).isTrue();
        assertThat(fs.delete(path("a"), true)).isFalse();
        assertThat(fs.delete(path("a/b"), false)).isFalse();
    }

    @Test
    void aRenameReplacesNothingAndMovesIntoNothing() throws IOException {
        write(path("a"), "a");
        write(path("b"), "b");
        fs.mkdirs(path("directory"));

        assertThat(fs.rename(path("a"), path("b"))).isFalse();
        assertThat(cluster.read(directory + "/b")).isEqualTo("b");
        assertThat(fs.rename(path("a"), path("directory"))).isFalse();
        assertThat(fs.listStatus(path("directory"))).isEmpty();
        assertThat(fs.rename(path("none"), path("c"))).isFalse();
        assertThat(fs.rename(path("a"), path("c"))).isTrue();
        assertThat(cluster.read(directory + "/c")).isEqualTo("a");
    }

    @Test
    void aFileInAnErasureCodedDirectoryCanBeForced() throws IOException {
        DistributedFileSystem client = cluster.client();
        client.enableErasureCodingPolicy("XOR-2-1-1024k");
        client.setErasureCodingPolicy(new org.apache.hadoop.fs.Path(directory), "XOR-2-1-1024k");
        try (FSDataOutputStream out = fs.create(path("a"), WriteMode.NO_OVERWRITE)) {
            out.write('a');
            out.sync();
        }
        assertThat(cluster.read(directory + "/a")).isEqualTo("a");
        client.disableErasureCodingPolicy("XOR-2-1-1024k");
    }

    @Test
    void aProgramThatClosesHadoopsSharedClientDoesNotCloseOurs() throws IOException {
        org.apache.hadoop.fs.FileSystem.get(
                        cluster.uri(), new org.apache.hadoop.conf.Configuration())
                .close();
        write(path("a"), "still open");
        assertThat(cluster.read(directory + "/a")).isEqualTo("still open");
    }

    private Path path(String below) {
        return new Path(directory + "/" + below);
    }

    private void write(Path file, String text) throws IOException {
        try (FSDataOutputStream out = fs.create(file, WriteMode.NO_OVERWRITE)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
