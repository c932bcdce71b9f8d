// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.FileSystem.WriteMode;
import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableWriter;
import io.millrace.core.fs.RecoverableWriter.ResumeRecoverable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The other two ways to HDFS: through a table of mounts, and by HTTP. */
@ExtendWith(HdfsCluster.Stopped.class)
@Timeout(600)
class ViewAndWebTest {

    private HdfsCluster cluster;
    private String directory;

    @BeforeEach
    void start() throws IOException {
        cluster = HdfsCluster.shared();
        directory = cluster.newDirectory();
    }

    @Test
    void aViewHasFilesOfHdfs() throws IOException {
        FileSystem view = view();
        Path file = new Path("viewfs://mounts/data/below/a");
        try (FSDataOutputStream out = view.create(file, WriteMode.NO_OVERWRITE)) {
            out.write("text".getBytes(StandardCharsets.UTF_8));
            out.sync();
        }
        assertThat(cluster.read(directory + "/below/a")).isEqualTo("text");
        assertThat(view.listStatus(new Path("viewfs://mounts/data/below")))
                .singleElement()
                .extracting(FileStatus::getPath)
                .isEqualTo(file);
        assertThat(view.listStatus(new Path("viewfs://mounts/")))
                .singleElement()
                .matches(FileStatus::isDir);
        assertThat(view.getFileBlockLocations(view.getFileStatus(file), 0, 4)).hasSize(1);
        assertThat(view.getDefaultBlockSize()).isEqualTo(128L << 20);
    }

    @Test
    void aViewHasFilesThatAppearOnce() throws IOException {
        HadoopFileSystem view = (HadoopFileSystem) view();
        Path file = new Path("viewfs://mounts/data/chk-1/_metadata");
        view.createWhole(file, new byte[] {1});
        view.createWhole(file, new byte[] {1});
        assertThatThrownBy(() -> view.createWhole(file, new byte[] {2}))
                .isInstanceOf(java.nio.file.FileAlreadyExistsException.class);
        assertThat(view.existsNow(file)).isTrue();
    }

    @Test
    void aViewHasFilesThatAppearByTheirCommit() throws IOException {
        RecoverableWriter writer = view().createRecoverableWriter();
        RecoverableFsDataOutputStream first = writer.open(new Path("viewfs://mounts/data/part"));
        first.write("kept".getBytes(StandardCharsets.UTF_8));
        ResumeRecoverable point = first.persist();
        first.write(", dropped".getBytes(StandardCharsets.UTF_8));
        first.flush();
        RecoverableFsDataOutputStream second = writer.recover(point);
        second.write(" on".getBytes(StandardCharsets.UTF_8));
        second.closeForCommit().commit();
        assertThat(cluster.files(directory)).containsExactly(directory + "/part");
        assertThat(cluster.read(directory + "/part")).isEqualTo("kept on");
    }

    private FileSystem view() throws IOException {
        cluster.settle(Map.of("flink.hadoop.fs.viewfs.mounttable.mounts.link./data", directory));
        return FileSystem.get(URI.create("viewfs://mounts/"));
    }

    @Test
    void byHttpFilesAreReadAndListedAndWritten() throws IOException {
        InetSocketAddress http = cluster.servers().getNameNode().getHttpAddress();
        URI address = URI.create("webhdfs://" + http.getHostString() + ":" + http.getPort());
        FileSystem web = FileSystem.get(address);
        cluster.write(directory + "/a", "text");
        String path = new Path(directory).getPath();
        assertThat(web.listStatus(new Path(address + path)))
                .singleElement()
                .satisfies(
                        status -> {
                            assertThat(status.getLen()).isEqualTo(4);
                            assertThat(web.open(status.getPath()).readAllBytes())
                                    .isEqualTo("text".getBytes(StandardCharsets.UTF_8));
                        });
        try (FSDataOutputStream out =
                web.create(new Path(address + path + "/below/b"), WriteMode.NO_OVERWRITE)) {
            out.write('b');
        }
        assertThat(cluster.read(directory + "/below/b")).isEqualTo("b");
    }

    @Test
    void byHttpNothingIsForcedToDisk() throws IOException {
        InetSocketAddress http = cluster.servers().getNameNode().getHttpAddress();
        URI address = URI.create("webhdfs://" + http.getHostString() + ":" + http.getPort());
        FileSystem web = FileSystem.get(address);
        Path file = new Path(address + new Path(directory).getPath() + "/a");
        try (FSDataOutputStream out = web.create(file, WriteMode.NO_OVERWRITE)) {
            out.write('a');
            assertThatThrownBy(out::sync)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("webhdfs")
                    .hasMessageContaining("Use hdfs://");
        }
    }
}
