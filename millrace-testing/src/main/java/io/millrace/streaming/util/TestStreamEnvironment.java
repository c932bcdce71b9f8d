// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.CoreOptions;
import io.millrace.core.fs.Path;
import io.millrace.runtime.minicluster.MiniCluster;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.cluster.ClusterJobs;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The environment of programs that run in a mini cluster. */
public class TestStreamEnvironment extends StreamExecutionEnvironment {

    public TestStreamEnvironment(MiniCluster miniCluster, int parallelism) {
        this(miniCluster, new Configuration(), parallelism, List.of(), List.of());
    }

    /**
     * @param config the program's own settings; they win over those of the cluster
     * @param parallelism of operators that say none
     * @param jarFiles where the program's classes lie, in this machine's file system
     * @param classPaths where more of them lie
     */
    public TestStreamEnvironment(
            MiniCluster miniCluster,
            Configuration config,
            int parallelism,
            Collection<Path> jarFiles,
            Collection<URL> classPaths) {
        super(
                settings(ClusterJobs.of(miniCluster), config, parallelism),
                loader(jarFiles, classPaths));
    }

    private static Configuration settings(ClusterJobs jobs, Configuration own, int parallelism) {
        Configuration settings = jobs.settings();
        settings.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
        settings.addAll(own);
        return settings;
    }

    private static ClassLoader loader(Collection<Path> jarFiles, Collection<URL> classPaths) {
        ClassLoader usual = Thread.currentThread().getContextClassLoader();
        if (jarFiles.isEmpty() && classPaths.isEmpty()) {
            return usual;
        }
        List<URL> urls = new ArrayList<>(classPaths);
        for (Path jar : jarFiles) {
            try {
                urls.add(new File(jar.toUri().getPath()).toURI().toURL());
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException("Not a file: " + jar, e);
            }
        }
        return new URLClassLoader(urls.toArray(new URL[0]), usual);
    }

    /** From now on {@code getExecutionEnvironment()} gives environments of this cluster. */
    public static void setAsContext(
            MiniCluster miniCluster,
            int parallelism,
            Collection<Path> jarFiles,
            Collection<URL> classpaths) {
        initializeContextEnvironment(
                ClusterJobs.of(miniCluster)
                        .environments(
                                own ->
                                        new TestStreamEnvironment(
                                                miniCluster,
                                                own,
                                                parallelism,
                                                jarFiles,
                                                classpaths)));
    }

    /** From now on {@code getExecutionEnvironment()} gives environments of this cluster. */
    public static void setAsContext(MiniCluster miniCluster, int parallelism) {
        setAsContext(miniCluster, parallelism, List.of(), List.of());
    }

    /** Takes {@link #setAsContext} back. */
    public static void unsetAsContext() {
        resetContextEnvironment();
    }
}
