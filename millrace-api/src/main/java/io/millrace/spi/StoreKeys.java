// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The settings that the module of a store reads when its file system is opened.
 *
 * @param schemes of its file systems
 * @param keys that it reads; where one ends with a dot, all that begin so
 */
public record StoreKeys(List<String> schemes, List<String> keys) {

    /** Of the stores of this project. */
    public static final List<StoreKeys> ALL =
            List.of(
                    new StoreKeys(List.of("gs"), List.of("fs.gs.", "google.cloud.auth.", "gs.")),
                    new StoreKeys(
                            List.of("hdfs", "viewfs", "webhdfs", "swebhdfs"),
                            List.of(
                                    "flink.hadoop.",
                                    "fs.hdfs.hadoopconf",
                                    "fs.hdfs.hdfsdefault",
                                    "fs.hdfs.hdfssite",
                                    "security.kerberos.krb5-conf.path",
                                    "security.kerberos.login.keytab",
                                    "security.kerberos.login.principal")),
                    new StoreKeys(List.of("s3", "s3a"), List.of("fs.s3a.", "s3.", "s3a.")));

    /** Whether this store reads that key. */
    public boolean reads(String key) {
        return keys.stream()
                .anyMatch(known -> known.endsWith(".") ? key.startsWith(known) : key.equals(known));
    }

    /** Those settings that this store reads. */
    public Map<String, String> of(Map<String, String> settings) {
        Map<String, String> own = new TreeMap<>();
        settings.forEach(
                (key, value) -> {
                    if (reads(key)) {
                        own.put(key, value);
                    }
                });
        return own;
    }

    /** Those settings that a file system of this scheme may read: all, where that is not known. */
    static Map<String, String> read(String scheme, Map<String, String> settings) {
        Optional<StoreKeys> store =
                ALL.stream().filter(each -> each.schemes.contains(scheme)).findFirst();
        return store.map(each -> each.of(settings)).orElse(settings);
    }
}
