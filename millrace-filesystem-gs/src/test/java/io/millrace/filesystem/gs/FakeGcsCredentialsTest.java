// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import static io.millrace.filesystem.gs.Buckets.read;
import static io.millrace.filesystem.gs.Buckets.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.gson.JsonObject;
import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileSystem.WriteMode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A key file of a service account, on a stand-in that gives and wants tokens. */
@Timeout(120)
class FakeGcsCredentialsTest {

    private static final String TOKEN = "a-token-that-nobody-may-see";

    @TempDir Path directory;

    private FakeGcsServer server;
    private String key;

    @BeforeEach
    void start() throws IOException {
        server = new FakeGcsServer();
        server.makeBucket("bucket");
        server.requireToken(TOKEN);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Path keyFile() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        key =
                Base64.getMimeEncoder(64, new byte[] {'\n'})
                        .encodeToString(generator.generateKeyPair().getPrivate().getEncoded());
        JsonObject json = new JsonObject();
        json.addProperty("type", "service_account");
        json.addProperty("project_id", "project");
        json.addProperty("private_key_id", "id");
        json.addProperty(
                "private_key",
                "-----BEGIN PRIVATE KEY-----\n" + key + "\n-----END PRIVATE KEY-----\n");
        json.addProperty("client_email", "account@project.example");
        json.addProperty("client_id", "1");
        json.addProperty("token_uri", server.endpoint() + "/token");
        return Files.writeString(directory.resolve("key.json"), json.toString());
    }

    private GsFileSystem with(Path file) throws IOException {
        Configuration configuration = server.settings();
        configuration.removeKey("gs.auth.null.enable");
        configuration.setString("google.cloud.auth.service.account.json.keyfile", file.toString());
        configuration.setString("gs.retry.max-attempt", "2");
        return GsFileSystem.of(URI.create("gs://bucket/"), GsSettings.of(configuration));
    }

    private static String allOf(Throwable e) {
        StringWriter text = new StringWriter();
        e.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Test
    void aKeyFileIsUsedAndNothingOfItIsTold() throws Exception {
        GsFileSystem fs = with(keyFile());
        write(fs, "file", "text");
        assertThat(read(fs, "file")).isEqualTo("text");
        assertThat(fs.store().settings().toString()).doesNotContain(TOKEN);

        server.requireToken("another");
        Throwable refused = catchThrowable(() -> write(fs, "other", "text"));
        assertThat(refused).isInstanceOf(IOException.class).hasMessageContaining("401");
        assertThat(allOf(refused))
                .doesNotContain(TOKEN)
                .doesNotContain("another")
                .doesNotContain(key.substring(0, 40));
    }

    @Test
    void theAddressOfAnUploadIsASecretToo() throws Exception {
        GsFileSystem fs = with(keyFile());
        server.refuse(request -> request.startsWith("PUT session"));
        FSDataOutputStream out = fs.create(Buckets.path(fs, "large"), WriteMode.OVERWRITE);
        Throwable refused = catchThrowable(() -> out.write(new byte[3 << 20]));
        assertThat(refused).isInstanceOf(IOException.class).hasMessageContaining("403");
        assertThat(allOf(refused)).doesNotContain("upload_id=").doesNotContain(TOKEN);
        Throwable closed = catchThrowable(out::close);
        assertThat(allOf(closed)).doesNotContain("upload_id=");
    }

    @Test
    void aFileThatIsNoKeyIsSaidWithoutItsContent() throws Exception {
        assertThatThrownBy(() -> with(directory.resolve("none.json")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("none.json");
        Path file = Files.writeString(directory.resolve("bad.json"), "{ \"private_key\": secret");
        Throwable refused = catchThrowable(() -> with(file));
        assertThat(refused).isInstanceOf(IOException.class).hasMessageContaining("bad.json");
        assertThat(allOf(refused)).doesNotContain("secret");
        Path other =
                Files.writeString(
                        directory.resolve("user.json"),
                        "{\"type\": \"service_account\", \"client_id\": \"1\", \"private_key\": \"secret\","
                                + " \"client_email\": \"a\", \"private_key_id\": \"1\"}");
        Throwable wrong = catchThrowable(() -> with(other));
        assertThat(wrong).isInstanceOf(IOException.class).hasMessageContaining("user.json");
        assertThat(allOf(wrong)).doesNotContain("secret");
    }
}
