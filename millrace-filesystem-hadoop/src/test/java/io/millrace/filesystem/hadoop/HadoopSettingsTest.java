// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.configuration.Configuration;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopSettingsTest {

    @TempDir Path folder;

    @Test
    void anAddressWithAPasswordIsRefusedAndNotRepeated() {
        assertThatThrownBy(
                        () -> new HdfsFactory().create(URI.create("hdfs://me:SECRET@host:8020/p")))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("must not hold a password", "Leave it out")
                .hasMessageNotContaining("SECRET")
                .hasNoCause();
    }

    @Test
    void theEnvironmentsDirectoryIsRead() throws IOException {
        Path conf = site("conf", "core-site.xml", "fs.defaultFS", "hdfs://nameservice1");

        assertThat(found(Map.of(), Map.of("HADOOP_CONF_DIR", conf.toString())).get("fs.defaultFS"))
                .isEqualTo("hdfs://nameservice1");
    }

    @Test
    void theHomeOfHadoopIsLookedThroughInBothPlaces() throws IOException {
        site("home/conf", "core-site.xml", "one", "old");
        site("home/etc/hadoop", "hdfs-site.xml", "two", "new");
        Map<String, String> environment = Map.of("HADOOP_HOME", folder.resolve("home").toString());

        assertThat(found(Map.of(), environment).get("one")).isEqualTo("old");
        assertThat(found(Map.of(), environment).get("two")).isEqualTo("new");
    }

    @Test
    void laterPlacesWin() throws IOException {
        Path home = site("home/etc/hadoop", "core-site.xml", "key", "home");
        Path file = site("files", "my.xml", "key", "file");
        Path directory = site("directory", "core-site.xml", "key", "directory");
        Path environments = site("environment", "hdfs-site.xml", "key", "environment");
        Map<String, String> onlyHome =
                Map.of("HADOOP_HOME", home.getParent().getParent().toString());
        Map<String, String> both =
                Map.of(
                        "HADOOP_HOME",
                        home.getParent().getParent().toString(),
                        "HADOOP_CONF_DIR",
                        environments.toString());
        String my = file.resolve("my.xml").toString();

        assertThat(found(Map.of(), onlyHome).get("key")).isEqualTo("home");
        assertThat(found(Map.of(HadoopSettings.DEFAULT_FILE, my), onlyHome).get("key"))
                .isEqualTo("file");
        assertThat(found(Map.of(HadoopSettings.SITE_FILE, my), onlyHome).get("key"))
                .isEqualTo("file");
        assertThat(
                        found(
                                        Map.of(
                                                HadoopSettings.SITE_FILE,
                                                my,
                                                HadoopSettings.DIRECTORY,
                                                directory.toString()),
                                        onlyHome)
                                .get("key"))
                .isEqualTo("directory");
        assertThat(found(Map.of(HadoopSettings.DIRECTORY, directory.toString()), both).get("key"))
                .isEqualTo("environment");
        assertThat(found(Map.of(HadoopSettings.PREFIX + "key", "setting"), both).get("key"))
                .isEqualTo("setting");
    }

    @Test
    void aPlaceThatASettingNamesMustBeThere() {
        assertThatThrownBy(
                        () -> found(Map.of(HadoopSettings.DIRECTORY, "/no/such/place"), Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("fs.hdfs.hadoopconf")
                .hasMessageContaining("/no/such/place");
        assertThatThrownBy(() -> found(Map.of(HadoopSettings.SITE_FILE, "/no.xml"), Map.of()))
                .hasMessageContaining("fs.hdfs.hdfssite")
                .hasMessageContaining("/no.xml");
    }

    @Test
    void aSettingThatDoesNotExistIsRefused() {
        assertThatThrownBy(() -> found(Map.of("fs.hdfs.hadopconf", "/etc/hadoop"), Map.of()))
                .hasMessageContaining("fs.hdfs.hadopconf")
                .hasMessageContaining("fs.hdfs.hadoopconf");
    }

    @Test
    void aLoginNeedsKeytabAndPrincipal() {
        assertThatThrownBy(() -> login(Map.of(KerberosLogin.KEYTAB, "/my.keytab")))
                .hasMessageContaining("security.kerberos.login.principal");
    }

    @Test
    void aKeytabForAClusterThatAsksForNoneIsRefused() {
        assertThatThrownBy(
                        () ->
                                login(
                                        Map.of(
                                                KerberosLogin.KEYTAB,
                                                "/my.keytab",
                                                KerberosLogin.PRINCIPAL,
                                                "me@HERE")))
                .hasMessageContaining("hadoop.security.authentication = simple")
                .hasMessageContaining("HADOOP_CONF_DIR");
    }

    @Test
    void aMissingFileOfKerberosIsNamed() {
        assertThatThrownBy(() -> login(Map.of(KerberosLogin.KRB5, "/no/krb5.conf")))
                .hasMessageContaining("security.kerberos.krb5-conf.path")
                .hasMessageContaining("/no/krb5.conf");
    }

    @Test
    void theTicketCacheCountsThoughTheClassPathKnowsOfNoKerberos() throws IOException {
        Path krb5 =
                Files.writeString(
                        folder.resolve("krb5.conf"), "[libdefaults]\ndefault_realm = HERE\n");
        String before = System.getProperty("java.security.krb5.conf");
        org.apache.hadoop.conf.Configuration secured = new org.apache.hadoop.conf.Configuration();
        secured.set("hadoop.security.authentication", "kerberos");
        assertThat(UserGroupInformation.isSecurityEnabled()).isFalse();
        try {
            KerberosLogin.ifConfigured(
                    Configuration.fromMap(Map.of(KerberosLogin.KRB5, krb5.toString())), secured);
            assertThat(UserGroupInformation.isSecurityEnabled()).isTrue();
        } finally {
            UserGroupInformation.reset();
            UserGroupInformation.setConfiguration(new org.apache.hadoop.conf.Configuration());
            if (before == null) {
                System.clearProperty("java.security.krb5.conf");
            } else {
                System.setProperty("java.security.krb5.conf", before);
            }
        }
    }

    private static void login(Map<String, String> settings) throws IOException {
        KerberosLogin.ifConfigured(
                Configuration.fromMap(settings), new org.apache.hadoop.conf.Configuration());
    }

    private static org.apache.hadoop.conf.Configuration found(
            Map<String, String> settings, Map<String, String> environment) throws IOException {
        return HadoopSettings.find(Configuration.fromMap(settings), environment);
    }

    /** Makes a file of settings and gives its directory. */
    private Path site(String directory, String name, String key, String value) throws IOException {
        Path made = Files.createDirectories(folder.resolve(directory));
        Files.writeString(
                made.resolve(name),
                "<configuration><property><name>"
                        + key
                        + "</name><value>"
                        + value
                        + "</value></property></configuration>");
        return made;
    }
}
