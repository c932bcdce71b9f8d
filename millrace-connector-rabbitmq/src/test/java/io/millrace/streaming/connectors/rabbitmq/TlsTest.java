// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.core.execution.JobClient;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.connectors.rabbitmq.common.RMQConnectionConfig;
import io.millrace.tests.components.Await;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Connections over TLS, by an address that has the credentials in it. One after another: whom they
 * trust is a setting of the JVM.
 */
@Execution(ExecutionMode.SAME_THREAD)
@Timeout(400)
class TlsTest {

    private static SSLContext before;
    private static Broker broker;

    @TempDir Path directory;

    private String queue;

    @BeforeAll
    static void start() throws Exception {
        before = SSLContext.getDefault();
        broker = Broker.get();
    }

    @AfterAll
    static void restore() {
        SSLContext.setDefault(before);
    }

    @BeforeEach
    void prepare() throws Exception {
        queue = broker.queue();
    }

    private RMQConnectionConfig config(String host) {
        return new RMQConnectionConfig.Builder()
                .setUri("amqps://guest:guest@" + host + ":" + broker.tlsPort)
                .build();
    }

    private StreamExecutionEnvironment job(String host) {
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.addSource(new RMQSource<>(config(host), queue, true, new SimpleStringSchema()))
                .addSink(new Jobs.Seen(queue));
        return env;
    }

    private String failure(String host) {
        StringWriter said = new StringWriter();
        try {
            job(host).execute("must not be trusted");
            throw new AssertionError("The job did not fail");
        } catch (Exception e) {
            e.printStackTrace(new PrintWriter(said));
        }
        return said.toString();
    }

    @Test
    @DisplayName("A broker whose certificate is trusted and bears its name is read and written")
    void trusted() throws Exception {
        SSLContext.setDefault(broker.tls.trusting());
        StreamExecutionEnvironment writes = Jobs.environment(directory, 50, 0);
        writes.fromData("one", "two")
                .addSink(
                        new RMQSink<>(
                                config("localhost"), new SimpleStringSchema(), new WithId(queue)));
        writes.execute("writes");
        JobClient client = job("localhost").executeAsync("reads");
        Await.until("all is there", () -> Jobs.Seen.of(queue).size() == 2);
        Jobs.stop(client, directory);
        assertThat(Jobs.Seen.of(queue)).isEqualTo(List.of("one", "two"));
    }

    /** The record is its own id. */
    private record WithId(String queue) implements RMQSinkPublishOptions<String> {
        @Override
        public String computeRoutingKey(String record) {
            return queue;
        }

        @Override
        public com.rabbitmq.client.AMQP.BasicProperties computeProperties(String record) {
            return new com.rabbitmq.client.AMQP.BasicProperties.Builder()
                    .correlationId(record)
                    .build();
        }

        @Override
        public String computeExchange(String record) {
            return "";
        }

        @Override
        public boolean computeMandatory(String record) {
            return true;
        }
    }

    @Test
    @DisplayName(
            "A certificate that nobody has vouched for is not trusted; the error shows no password")
    void untrusted() throws Exception {
        SSLContext.setDefault(before);
        assertThat(failure("localhost"))
                .contains("amqps://localhost:" + broker.tlsPort)
                .contains("PKIX")
                .doesNotContain("guest");
    }

    @Test
    @DisplayName("A certificate of another host is not trusted")
    void otherHost() throws Exception {
        SSLContext.setDefault(broker.tls.trusting());
        assertThat(failure("127.0.0.1"))
                .contains("No subject alternative names matching IP address 127.0.0.1");
    }
}
