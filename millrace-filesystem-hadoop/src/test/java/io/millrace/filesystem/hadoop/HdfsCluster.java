// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileSystem;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A namenode and two datanodes in this JVM, started when first asked for and stopped after the last
 * test: Hadoop's own servers, on loopback. A test gets a directory of its own.
 */
final class HdfsCluster {

    static final int DATANODES = 2;

    private static HdfsCluster shared;

    /** Stops the cluster when the last test has run. */
    static final class Stopped implements BeforeAllCallback {
        @Override
        public void beforeAll(ExtensionContext context) {
            context.getRoot()
                    .getStore(ExtensionContext.Namespace.GLOBAL)
                    .getOrComputeIfAbsent(
                            HdfsCluster.class, key -> (AutoCloseable) HdfsCluster::stopShared);
        }
    }

    private static synchronized void stopShared() throws IOException {
        if (shared != null) {
            shared.stop();
            shared = null;
        }
    }

    private final MiniDFSCluster servers;
    private final Path directory;
    private final Deque<MiniDFSCluster.DataNodeProperties> stopped = new ArrayDeque<>();
    private final URI uri;
    private final DistributedFileSystem client;

    private HdfsCluster(MiniDFSNNTopology namenodes) throws IOException {
        directory = Files.createTempDirectory("millrace-hdfs");
        org.apache.hadoop.conf.Configuration conf = new HdfsConfiguration();
        conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.resolve("servers").toString());
        conf.setInt("dfs.replication", DATANODES);
        conf.set("dfs.namenode.http-address", "127.0.0.1:0");
        conf.setInt("dfs.namenode.fs-limits.min-block-size", 1024);
        conf.setInt("dfs.heartbeat.interval", 1);
        conf.setInt("dfs.namenode.heartbeat.recheck-interval", 1000);
        conf.setInt("dfs.ha.tail-edits.period", 1);
        servers =
                new MiniDFSCluster.Builder(conf)
                        .nnTopology(namenodes)
                        .numDataNodes(DATANODES)
                        .build();
        org.apache.hadoop.conf.Configuration known =
                new org.apache.hadoop.conf.Configuration(false);
        if (servers.getNumNameNodes() > 1) {
            servers.transitionToActive(0);
            uri = URI.create("hdfs://pair");
            known.set("dfs.nameservices", "pair");
            known.set("dfs.ha.namenodes.pair", "one,two");
            known.set("dfs.namenode.rpc-address.pair.one", address(0));
            known.set("dfs.namenode.rpc-address.pair.two", address(1));
            known.set(
                    "dfs.client.failover.proxy.provider.pair",
                    "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
        } else {
            uri = servers.getURI();
        }
        servers.waitActive();
        known.set("fs.defaultFS", uri.toString());
        known.setInt("dfs.replication", DATANODES);
        known.set("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER");
        Files.createDirectories(configurationDirectory());
        try (OutputStream out =
                Files.newOutputStream(configurationDirectory().resolve("core-site.xml"))) {
            known.writeXml(out);
        }
        org.apache.hadoop.conf.Configuration all = new HdfsConfiguration();
        all.addResource(known);
        client = (DistributedFileSystem) org.apache.hadoop.fs.FileSystem.newInstance(uri, all);
    }

    private String address(int namenode) {
        InetSocketAddress address = servers.getNameNode(namenode).getNameNodeAddress();
        return address.getHostString() + ":" + address.getPort();
    }

    /** A cluster of two namenodes, of which the first is active; whoever asks for it stops it. */
    static HdfsCluster pair() throws IOException {
        HdfsCluster pair = new HdfsCluster(MiniDFSNNTopology.simpleHATopology());
        pair.settle(Map.of());
        return pair;
    }

    /** The cluster of this JVM; file systems know where it is, by a directory of settings. */
    static synchronized HdfsCluster shared() throws IOException {
        if (shared == null) {
            shared = new HdfsCluster(MiniDFSNNTopology.simpleSingleNN(0, 0));
        }
        shared.settle(Map.of());
        return shared;
    }

    /** Opens file systems anew, with these settings. */
    void settle(Map<String, String> settings) {
        Configuration configuration = new Configuration();
        configuration.setString(HadoopSettings.DIRECTORY, configurationDirectory().toString());
        settings.forEach(configuration::setString);
        FileSystem.initialize(configuration);
    }

    Path configurationDirectory() {
        return directory.resolve("conf");
    }

    URI uri() {
        return uri;
    }

    MiniDFSCluster servers() {
        return servers;
    }

    /** Hadoop's client, without anything of ours. */
    DistributedFileSystem client() {
        return client;
    }

    /** What jobs and tests use. */
    HadoopFileSystem fileSystem() throws IOException {
        return (HadoopFileSystem) FileSystem.get(uri());
    }

    /** A directory nobody has used, with scheme and host. */
    String newDirectory() throws IOException {
        String path = uri() + "/test-" + UUID.randomUUID();
        client().mkdirs(new org.apache.hadoop.fs.Path(path));
        return path;
    }

    /** Stops all datanodes and keeps their disks. */
    synchronized void stopDatanodes() {
        while (!servers.getDataNodes().isEmpty()) {
            stopped.add(servers.stopDataNode(0));
        }
    }

    /** Stops one datanode and keeps its disk. */
    synchronized void stopDatanode() {
        stopped.add(servers.stopDataNode(0));
    }

    synchronized void startDatanodes() throws IOException {
        while (!stopped.isEmpty()) {
            servers.restartDataNode(stopped.remove(), true);
        }
        servers.waitActive();
    }

    void write(String path, String text) throws IOException {
        try (OutputStream out = client().create(new org.apache.hadoop.fs.Path(path))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    String read(String path) throws IOException {
        try (var in = client().open(new org.apache.hadoop.fs.Path(path))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** All files under a directory, by their paths. Some may go while they are listed. */
    List<String> files(String under) throws IOException {
        List<String> found = new ArrayList<>();
        collect(new org.apache.hadoop.fs.Path(under), found);
        return found;
    }

    private void collect(org.apache.hadoop.fs.Path directory, List<String> into)
            throws IOException {
        FileStatus[] children;
        try {
            children = client().listStatus(directory);
        } catch (java.io.FileNotFoundException e) {
            return;
        }
        for (FileStatus child : children) {
            if (child.isDirectory()) {
                collect(child.getPath(), into);
            } else {
                into.add(child.getPath().toString());
            }
        }
    }

    void stop() throws IOException {
        client.close();
        servers.shutdown(true);
        try {
            deleteTree(directory.toFile());
        } catch (UncheckedIOException e) {
            System.err.println(directory + " stays behind: " + e.getMessage());
        }
    }

    private static void deleteTree(File file) {
        File[] children = file.listFiles();
        if (children != null) {
            for (File child : children) {
                deleteTree(child);
            }
        }
        if (!file.delete() && file.exists()) {
            throw new UncheckedIOException(new IOException(file + " cannot be removed"));
        }
    }
}
