// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate of its own for a broker that is called localhost, made for these tests. */
final class Tls {

    private static final String PASSWORD = "of-no-importance";

    private final KeyStore keys;

    private Tls(KeyStore keys) {
        this.keys = keys;
    }

    /** Makes one, and puts it there in the form that the broker reads. */
    static Tls in(Path directory) throws Exception {
        Files.createDirectories(directory);
        Path store = directory.resolve("keys.p12");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "broker",
                                "-keyalg",
                                "RSA",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "SAN=dns:localhost",
                                "-validity",
                                "2",
                                "-storetype",
                                "PKCS12",
                                "-keystore",
                                store.toString(),
                                "-storepass",
                                PASSWORD)
                        .redirectErrorStream(true)
                        .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool: " + said);
        }
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        pem(directory.resolve("ca.pem"), "CERTIFICATE", keys.getCertificate("broker").getEncoded());
        pem(
                directory.resolve("server.pem"),
                "CERTIFICATE",
                keys.getCertificate("broker").getEncoded());
        pem(
                directory.resolve("server.key"),
                "PRIVATE KEY",
                keys.getKey("broker", PASSWORD.toCharArray()).getEncoded());
        return new Tls(keys);
    }

    private static void pem(Path file, String what, byte[] content) throws IOException {
        Files.writeString(
                file,
                "-----BEGIN "
                        + what
                        + "-----\n"
                        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content)
                        + "\n-----END "
                        + what
                        + "-----\n");
    }

    /** Trusts the broker. */
    SSLContext trusting() throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("broker", keys.getCertificate("broker"));
        TrustManagerFactory managers =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
