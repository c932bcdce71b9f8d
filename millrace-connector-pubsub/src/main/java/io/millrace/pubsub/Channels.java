// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.pubsub;

import com.google.auth.Credentials;
import com.google.auth.oauth2.GoogleCredentials;
import io.grpc.CallCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.auth.MoreCallCredentials;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Connections to the service, or to an emulator of it. */
public final class Channels {

    /** Where the service is. */
    public static final String SERVICE = "pubsub.googleapis.com:443";

    private static final String SCOPE = "https://www.googleapis.com/auth/pubsub";

    /** Of a request with the largest messages, and something for what is around them. */
    private static final int MOST_BYTES = 32 << 20;

    /** A refusal may name each of a thousand acknowledgement ids, in what comes after an answer. */
    private static final int MOST_REASONS_BYTES = 4 << 20;

    private static final int KEEP_ALIVE_MINUTES = 5;
    private static final int CLOSE_SECONDS = 5;

    private Channels() {}

    /**
     * The same again, if it can be host and port.
     *
     * @throws IllegalArgumentException for an address of the web, which it is easily taken for
     */
    public static String hostAndPort(String given) {
        String text = Objects.requireNonNull(given, "hostAndPort");
        if (!text.startsWith("dns:") && text.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "'"
                            + text
                            + "' is not a host and a port, such as localhost:8085: write those without"
                            + " what stands before (http://) and behind them");
        }
        return text;
    }

    /** A channel with TLS, or one in plain text. */
    public static ManagedChannel to(String hostAndPort, boolean plainText) {
        ManagedChannelBuilder<?> builder =
                ManagedChannelBuilder.forTarget(hostAndPort)
                        .maxInboundMessageSize(MOST_BYTES)
                        .maxInboundMetadataSize(MOST_REASONS_BYTES)
                        .keepAliveTime(KEEP_ALIVE_MINUTES, TimeUnit.MINUTES)
                        .userAgent("millrace");
        return (plainText ? builder.usePlaintext() : builder.useTransportSecurity()).build();
    }

    /**
     * These credentials, or if null those that Google's default chain finds on this machine.
     *
     * @throws IOException if it finds none
     */
    public static Credentials orDefault(Credentials given) throws IOException {
        if (given != null) {
            return given;
        }
        try {
            return GoogleCredentials.getApplicationDefault().createScoped(SCOPE);
        } catch (IOException e) {
            throw new IOException(
                    "There are no credentials for Pub/Sub: none were given to the builder"
                            + " (withCredentials), and Google's default chain finds none on this"
                            + " machine (GOOGLE_APPLICATION_CREDENTIALS, gcloud auth"
                            + " application-default login, the machine's service account). For an"
                            + " emulator name its host and port instead.",
                    e);
        }
    }

    /** For the calls of a stub. */
    public static CallCredentials forCalls(Credentials credentials) {
        return MoreCallCredentials.from(credentials);
    }

    /** Closes a channel, if need be by force. */
    public static void close(ManagedChannel channel) {
        channel.shutdown();
        boolean interrupted = false;
        try {
            if (channel.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        channel.shutdownNow();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
