// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.ConfigOptions;
import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What stands before the @ of an address is printed nowhere")
class AddressesTest {

    @Test
    void whatStandsBeforeTheAtIsMasked() {
        assertThat(shown("s3://key:secret@bkt/in")).isEqualTo("s3://******@bkt/in");
        assertThat(shown("s3a://key@bkt/in")).isEqualTo("s3a://******@bkt/in");
        assertThat(shown("foo://a:b@c@host:1/p")).isEqualTo("foo://******@host:1/p");
        assertThat(shown("hdfs://me:secret@nn:8020/p")).isEqualTo("hdfs://******@nn:8020/p");
        assertThat(shown("hdfs://me%3Asecret@nn/p")).isEqualTo("hdfs://******@nn/p");
        assertThat(shown(new Path("gs://k:s@bkt/a"))).isEqualTo("gs://******@bkt/a");
        assertThat(shown(URI.create("gs://k:s@bkt/a"))).isEqualTo("gs://******@bkt/a");
    }

    @Test
    void alsoASecretWithASlashIn() {
        assertThat(shown("s3://key:sec/r+et@bkt/in")).isEqualTo("s3://******@bkt/in");
    }

    @Test
    void alsoWithinATextAndMoreThanOnce() {
        assertThat(shown("Cannot read 's3://a:b@c/d': foo://e:f@g is none; h://i:1/j"))
                .isEqualTo("Cannot read 's3://******@c/d': foo://******@g is none; h://i:1/j");
        assertThat(Addresses.shown(new Path[] {new Path("s3://a:b@c/d"), new Path("/e")}))
                .isEqualTo("[s3://******@c/d, /e]");
    }

    @Test
    void whatIsNoSecretIsShown() {
        for (String plain :
                new String[] {
                    "hdfs://me@nn:8020/p",
                    "abfss://box@account.dfs.core.windows.net/p",
                    "hdfs://nn:8020/mail/a@b",
                    "s3://bkt/mail/a@b",
                    "file:///home/a@b",
                    "/home/a:b@c",
                    "a@b"
                }) {
            assertThat(shown(plain)).isEqualTo(plain);
        }
    }

    @Test
    void noFileSystemSaysIt() {
        Path path = new Path("foo://user:TESTSECRET@host/p");

        assertSecretIsKept(path::getFileSystem, "foo://******@host/p");
        assertSecretIsKept(
                () -> new Path("s3://k:TESTSECRET@[bkt/p"), "is no path", "******@[bkt/p");
        assertSecretIsKept(() -> new Path(URI.create("file://k:TESTSECRET@h/p?q")), "******@h/p?q");
    }

    @Test
    void noSettingSaysIt() {
        Configuration wrong = new Configuration();
        wrong.setString("fs.default-scheme", "s3://k:TESTSECRET@bkt/ /");
        assertSecretIsKept(() -> FileSystem.initialize(wrong), "s3://******@bkt/ /");

        ConfigOption<Integer> number = ConfigOptions.key("n").intType().noDefaultValue();
        wrong.setString("n", "s3://k:TESTSECRET@bkt/");
        assertSecretIsKept(() -> wrong.get(number), "s3://******@bkt/");
        ConfigOption<Duration> time = ConfigOptions.key("n").durationType().noDefaultValue();
        assertSecretIsKept(() -> wrong.get(time), "s3://******@bkt/", "is not a length of time");
        assertThat(SettingTexts.shown("a.dir", "s3://k:TESTSECRET@bkt/o"))
                .isEqualTo("s3://******@bkt/o");
    }

    private static String shown(Object address) {
        return Addresses.shown(address);
    }

    private static void assertSecretIsKept(ThrowingCallable call, String... told) {
        assertThatThrownBy(call)
                .hasMessageContainingAll(told)
                .satisfies(
                        failure -> {
                            StringWriter all = new StringWriter();
                            failure.printStackTrace(new PrintWriter(all));
                            assertThat(all.toString()).doesNotContain("TESTSECRET");
                        });
    }
}
