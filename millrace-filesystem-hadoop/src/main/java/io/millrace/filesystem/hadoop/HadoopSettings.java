// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import io.millrace.configuration.Configuration;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds Hadoop's configuration where its users keep it. What comes later wins:
 *
 * <ol>
 *   <li>{@code core-site.xml} and {@code hdfs-site.xml} on the class path;
 *   <li>those in {@code $HADOOP_HOME/conf} and {@code $HADOOP_HOME/etc/hadoop};
 *   <li>the files that {@code fs.hdfs.hdfsdefault} and {@code fs.hdfs.hdfssite} name, and those in
 *       the directory that {@code fs.hdfs.hadoopconf} names;
 *   <li>those in {@code $HADOOP_CONF_DIR};
 *   <li>settings that begin with {@code flink.hadoop.}: what follows is a key of Hadoop's.
 * </ol>
 *
 * A place that a setting or {@code HADOOP_CONF_DIR} names must be there: whoever names it relies on
 * it. Values are told to nobody, for some are secrets.
 */
final class HadoopSettings {

    static final String DEFAULT_FILE = "fs.hdfs.hdfsdefault";
    static final String SITE_FILE = "fs.hdfs.hdfssite";
    static final String DIRECTORY = "fs.hdfs.hadoopconf";
    static final String PREFIX = "flink.hadoop.";

    private static final Logger LOG = LoggerFactory.getLogger(HadoopSettings.class);

    private static final String FAMILY = "fs.hdfs.";
    private static final List<String> KEYS = List.of(DEFAULT_FILE, SITE_FILE, DIRECTORY);
    private static final List<String> FILES = List.of("core-site.xml", "hdfs-site.xml");

    private final Map<String, String> settings;
    private final Map<String, String> environment;
    private final List<String> found = new ArrayList<>();

    private HadoopSettings(Map<String, String> settings, Map<String, String> environment) {
        this.settings = settings;
        this.environment = environment;
    }

    /**
     * Hadoop's configuration for these settings and the environment of this process.
     *
     * @throws IOException naming the setting that leads nowhere, or that does not exist
     */
    static org.apache.hadoop.conf.Configuration find(Configuration settings) throws IOException {
        return find(settings, System.getenv());
    }

    /** The same in another environment. */
    static org.apache.hadoop.conf.Configuration find(
            Configuration settings, Map<String, String> environment) throws IOException {
        return new HadoopSettings(new TreeMap<>(settings.toMap()), environment).find();
    }

    private org.apache.hadoop.conf.Configuration find() throws IOException {
        refuseUnknown();
        // Knows the older keys of HDFS, and brings hdfs-site.xml of the class path.
        org.apache.hadoop.conf.Configuration hadoop = new HdfsConfiguration();
        hadoop.setClassLoader(HadoopSettings.class.getClassLoader());
        String home = environment.get("HADOOP_HOME");
        if (home != null && !home.isBlank()) {
            addAll(hadoop, new File(home, "conf"));
            addAll(hadoop, new File(home, "etc/hadoop"));
        }
        addFile(hadoop, DEFAULT_FILE);
        addFile(hadoop, SITE_FILE);
        String directory = settings.get(DIRECTORY);
        if (directory != null) {
            addDirectory(hadoop, new File(directory));
        }
        String ofEnvironment = environment.get("HADOOP_CONF_DIR");
        if (ofEnvironment != null
                && !ofEnvironment.isBlank()
                && !addAll(hadoop, new File(ofEnvironment))) {
            LOG.warn(
                    "HADOOP_CONF_DIR is {}, but there is neither core-site.xml nor hdfs-site.xml in it.",
                    ofEnvironment);
        }
        List<String> set = new ArrayList<>();
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            if (setting.getKey().startsWith(PREFIX)) {
                String key = setting.getKey().substring(PREFIX.length());
                hadoop.set(key, setting.getValue());
                set.add(key);
            }
        }
        LOG.info(
                "Hadoop's configuration: {}{}.",
                found.isEmpty() ? "that of the class path" : String.join(", ", found),
                set.isEmpty() ? "" : ", and the settings " + PREFIX + set);
        return hadoop;
    }

    private void refuseUnknown() throws IOException {
        for (String key : settings.keySet()) {
            if (key.startsWith(FAMILY) && !KEYS.contains(key)) {
                throw new IOException(
                        "There is no setting '"
                                + key
                                + "'. Of this family there are "
                                + String.join(", ", KEYS)
                                + "; any key of Hadoop's can be set with "
                                + PREFIX
                                + " before it.");
            }
        }
    }

    private void addFile(org.apache.hadoop.conf.Configuration hadoop, String key)
            throws IOException {
        String named = settings.get(key);
        if (named == null) {
            return;
        }
        File file = new File(named);
        if (!file.isFile()) {
            throw new IOException(
                    "The setting "
                            + key
                            + " names the file "
                            + file
                            + ", which is not there. Name a file in the form of hdfs-site.xml, or leave it"
                            + " out.");
        }
        add(hadoop, file);
    }

    private void addDirectory(org.apache.hadoop.conf.Configuration hadoop, File directory)
            throws IOException {
        if (!addAll(hadoop, directory)) {
            throw new IOException(
                    "The setting "
                            + DIRECTORY
                            + " names "
                            + directory
                            + ", but there is neither core-site.xml nor hdfs-site.xml in it. Name the"
                            + " directory with Hadoop's configuration.");
        }
    }

    private boolean addAll(org.apache.hadoop.conf.Configuration hadoop, File directory) {
        boolean any = false;
        for (String name : FILES) {
            File file = new File(directory, name);
            if (file.isFile()) {
                add(hadoop, file);
                any = true;
            }
        }
        return any;
    }

    private void add(org.apache.hadoop.conf.Configuration hadoop, File file) {
        hadoop.addResource(new Path(file.getAbsoluteFile().toURI()));
        found.add(file.getPath());
    }
}
