// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.FileSystemFactory;
import io.millrace.spi.Addresses;
import java.io.IOException;
import java.net.URI;

/**
 * Connects to a store that Hadoop has a client for. Each connection is Millrace's own and not the
 * one Hadoop keeps for all: a program that closes the latter does not close it under a running job.
 */
abstract class HadoopFactory implements FileSystemFactory {

    private static final String LINKS = "fs.viewfs.mount.links.as.symlinks";

    private final String scheme;
    private volatile Configuration settings = new Configuration();

    HadoopFactory(String scheme) {
        this.scheme = scheme;
    }

    @Override
    public final String getScheme() {
        return scheme;
    }

    @Override
    public final void configure(Configuration config) {
        settings = config;
    }

    @Override
    public final FileSystem create(URI fsUri) throws IOException {
        refuseCredentials(fsUri);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // Hadoop looks for its own parts by the thread's class loader, which may know only the
        // program.
        thread.setContextClassLoader(HadoopFactory.class.getClassLoader());
        try {
            org.apache.hadoop.conf.Configuration hadoop = HadoopSettings.find(settings);
            KerberosLogin.ifConfigured(settings, hadoop);
            // Else a mount point would be told of as something that is no directory.
            if (!settings.containsKey(HadoopSettings.PREFIX + LINKS)) {
                hadoop.setBoolean(LINKS, false);
            }
            URI address = addressed(fsUri, hadoop);
            refuseCredentials(address);
            return new HadoopFileSystem(
                    org.apache.hadoop.fs.FileSystem.newInstance(address, hadoop));
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(
                    "Cannot connect to "
                            + Addresses.shown(fsUri)
                            + ": "
                            + e.getMessage()
                            + unknownHost(e),
                    e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static void refuseCredentials(URI address) throws IOException {
        if (Addresses.holdsCredentials(address)) {
            throw new IOException(
                    "An address of Hadoop's file systems must not hold a password (what stands before '@', after a"
                            + " ':'): addresses are logged and kept, and Hadoop would not read it. Leave it out. Who the"
                            + " user is, is told by Kerberos or HADOOP_USER_NAME.");
        }
    }

    /**
     * An address without host is that of Hadoop's default file system, as Hadoop's users know it.
     */
    private URI addressed(URI fsUri, org.apache.hadoop.conf.Configuration hadoop)
            throws IOException {
        if (fsUri.getAuthority() != null) {
            return fsUri;
        }
        URI standard = org.apache.hadoop.fs.FileSystem.getDefaultUri(hadoop);
        if (scheme.equalsIgnoreCase(standard.getScheme()) && standard.getAuthority() != null) {
            return standard;
        }
        if (scheme.equals("viewfs") && hasDefaultMounts(hadoop)) {
            return fsUri;
        }
        throw new IOException(
                "it names no host, and fs.defaultFS of the Hadoop configuration that was found is "
                        + Addresses.shown(standard)
                        + ". Write "
                        + scheme
                        + "://HOST:PORT/..., or tell where Hadoop's configuration is (HADOOP_CONF_DIR, or the setting "
                        + HadoopSettings.DIRECTORY
                        + ")");
    }

    private static boolean hasDefaultMounts(org.apache.hadoop.conf.Configuration hadoop) {
        return !hadoop.getValByRegex("^fs\\.viewfs\\.mounttable\\.default\\.").isEmpty();
    }

    private static String unknownHost(Exception e) {
        return e.getCause() instanceof java.net.UnknownHostException
                ? ". If this is the name of a nameservice, Hadoop's configuration was not found: set HADOOP_CONF_DIR, or the setting "
                        + HadoopSettings.DIRECTORY
                        + "."
                : "";
    }
}
