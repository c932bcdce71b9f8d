// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.api.common.serialization.TypeInformationSerializationSchema;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.SocketClientSink;
import io.millrace.streaming.experimental.SocketStreamIterator;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.RunningJob;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real sockets of this machine. */
@Timeout(120)
class SocketsTest {

    private static ServerSocket server() throws IOException {
        return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    private static void send(ServerSocket server, String... pieces) throws IOException {
        try (Socket client = server.accept()) {
            for (String piece : pieces) {
                client.getOutputStream().write(piece.getBytes(StandardCharsets.UTF_8));
                client.getOutputStream().flush();
            }
        }
    }

    @Test
    @DisplayName(
            "Lines come as they were sent, whatever pieces they were sent in; the rest comes at the end")
    void lines() throws Exception {
        try (ServerSocket server = server()) {
            Collected<String> lines = new Collected<>();
            StreamExecutionEnvironment env = Jobs.environment(1);
            env.socketTextStream("localhost", server.getLocalPort()).addSink(lines);
            RunningJob job = Jobs.start(env, "lines");
            send(server, "on", "e\r\ntw", "o\n\nfour ", "gr\u00fc\u00dfe\nrest");
            job.awaitFinished();
            assertThat(lines.values())
                    .containsExactly("one", "two", "", "four gr\u00fc\u00dfe", "rest");
        }
    }

    @Test
    @DisplayName(
            "A delimiter of several characters may come in pieces; a server that hangs up is asked again")
    void again() throws Exception {
        try (ServerSocket server = server()) {
            Collected<String> records = new Collected<>();
            StreamExecutionEnvironment env = Jobs.environment(1);
            env.socketTextStream("localhost", server.getLocalPort(), "<>", 2).addSink(records);
            RunningJob job = Jobs.start(env, "again");
            send(server, "a<", ">b");
            send(server, "c<>d");
            job.awaitFinished();
            assertThat(records.values()).containsExactly("a", "bc", "d");
        }
    }

    @Test
    @DisplayName("A job that waits for a silent server can be cancelled")
    void cancelled() throws Exception {
        try (ServerSocket server = server()) {
            StreamExecutionEnvironment env = Jobs.environment(1);
            env.socketTextStream("localhost", server.getLocalPort(), "\n", -1)
                    .addSink(new Collected<>());
            RunningJob job = Jobs.start(env, "silent");
            try (Socket client = server.accept()) {
                job.cancel();
                Await.until("the end", () -> job.status().isGloballyTerminalState());
                assertThat(client.isConnected()).isTrue();
            }
        }
    }

    @Test
    @DisplayName("No server: the job fails and says where it had looked")
    void nobody() throws Exception {
        int port;
        try (ServerSocket server = server()) {
            port = server.getLocalPort();
        }
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.socketTextStream("localhost", port).addSink(new Collected<>());
        assertThat(Jobs.runToFailure(env, "nobody")).hasStackTraceContaining("localhost:" + port);
    }

    @Test
    @DisplayName("Records are sent as the schema says; a broken connection is made anew")
    void sending() throws Exception {
        try (ServerSocket server = server()) {
            CompletableFuture<String> received =
                    CompletableFuture.supplyAsync(
                            () -> {
                                try (Socket client = server.accept()) {
                                    return new String(
                                            client.getInputStream().readAllBytes(),
                                            StandardCharsets.UTF_8);
                                } catch (IOException e) {
                                    throw new IllegalStateException(e);
                                }
                            });
            StreamExecutionEnvironment env = Jobs.environment(2);
            env.fromData("a\n", "b\n", "c\n")
                    .writeToSocket("localhost", server.getLocalPort(), new SimpleStringSchema());
            Jobs.run(env, "sending");
            assertThat(received.get()).isEqualTo("a\nb\nc\n");
        }
        try (ServerSocket server = server()) {
            CompletableFuture<String> last =
                    CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    Socket broken = server.accept();
                                    broken.getInputStream().read(); // so that it was opened
                                    broken.setSoLinger(true, 0);
                                    broken.close();
                                    try (Socket client = server.accept()) {
                                        return new String(
                                                client.getInputStream().readAllBytes(),
                                                StandardCharsets.UTF_8);
                                    }
                                } catch (IOException e) {
                                    throw new IllegalStateException(e);
                                }
                            });
            StreamExecutionEnvironment env = Jobs.environment(1);
            env.fromSequence(0, 200_000)
                    .map(number -> number + "\n")
                    .addSink(
                            new SocketClientSink<>(
                                    "localhost",
                                    server.getLocalPort(),
                                    new SimpleStringSchema(),
                                    3,
                                    true));
            Jobs.run(env, "broken");
            assertThat(last.get()).endsWith("200000\n");
        }
    }

    @Test
    @DisplayName("What a job sends can be iterated over; an error ends the wait")
    void iterated() throws Exception {
        ExecutionConfig config = new ExecutionConfig();
        SocketStreamIterator<Long> received =
                new SocketStreamIterator<>(Types.LONG.createSerializer(config));
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.fromSequence(1, 1000)
                .writeToSocket(
                        "localhost",
                        received.getPort(),
                        new TypeInformationSerializationSchema<>(Types.LONG, config));
        RunningJob job = Jobs.start(env, "iterated");
        List<Long> values = new ArrayList<>();
        received.forEachRemaining(values::add);
        job.awaitFinished();
        assertThat(values).isEqualTo(LongStream.rangeClosed(1, 1000).boxed().toList());
        assertThatThrownBy(received::next).isInstanceOf(NoSuchElementException.class);

        SocketStreamIterator<Long> waiting =
                new SocketStreamIterator<>(Types.LONG.createSerializer(config));
        waiting.notifyOfError(new IllegalStateException("the job has failed"));
        assertThatThrownBy(waiting::hasNext).hasMessageContaining("the job has failed");

        SocketStreamIterator<Long> torn =
                new SocketStreamIterator<>(Types.LONG.createSerializer(config));
        try (Socket client = new Socket(torn.getBindAddress(), torn.getPort())) {
            client.getOutputStream().write(new byte[] {0, 0, 0, 0, 0, 0, 0, 7, 0, 0});
        }
        assertThat(torn.next()).isEqualTo(7);
        assertThatThrownBy(torn::hasNext)
                .as("half a value")
                .hasRootCauseInstanceOf(EOFException.class);
        torn.close();
    }
}
