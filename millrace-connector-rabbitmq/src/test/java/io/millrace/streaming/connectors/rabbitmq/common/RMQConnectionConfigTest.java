// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.ConnectionFactory;
import java.net.URISyntaxException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RMQConnectionConfigTest {

    private static RMQConnectionConfig.Builder parts() {
        return new RMQConnectionConfig.Builder()
                .setHost("broker.example")
                .setPort(5673)
                .setVirtualHost("orders")
                .setUserName("miller")
                .setPassword("secret-1");
    }

    private static RMQConnectionConfig address(String uri) {
        return new RMQConnectionConfig.Builder().setUri(uri).build();
    }

    @Test
    void partsAndChoicesReachTheFactory() throws Exception {
        ConnectionFactory factory =
                parts().setNetworkRecoveryInterval(70)
                        .setAutomaticRecovery(false)
                        .setTopologyRecoveryEnabled(false)
                        .setConnectionTimeout(71)
                        .setRequestedChannelMax(72)
                        .setRequestedFrameMax(7300)
                        .setRequestedHeartbeat(74)
                        .build()
                        .getConnectionFactory();
        assertThat(factory.getHost()).isEqualTo("broker.example");
        assertThat(factory.getPort()).isEqualTo(5673);
        assertThat(factory.getVirtualHost()).isEqualTo("orders");
        assertThat(factory.getUsername()).isEqualTo("miller");
        assertThat(factory.getPassword()).isEqualTo("secret-1");
        assertThat(factory.getNetworkRecoveryInterval()).isEqualTo(70);
        assertThat(factory.isAutomaticRecoveryEnabled()).isFalse();
        assertThat(factory.isTopologyRecoveryEnabled()).isFalse();
        assertThat(factory.getConnectionTimeout()).isEqualTo(71);
        assertThat(factory.getRequestedChannelMax()).isEqualTo(72);
        assertThat(factory.getRequestedFrameMax()).isEqualTo(7300);
        assertThat(factory.getRequestedHeartbeat()).isEqualTo(74);
        assertThat(factory.isSSL()).isFalse();
    }

    @Test
    void anAddressReachesTheFactory() throws Exception {
        ConnectionFactory factory =
                address("amqp://miller:secret-1@broker.example/orders").getConnectionFactory();
        assertThat(factory.getHost()).isEqualTo("broker.example");
        assertThat(factory.getPort()).isEqualTo(5672);
        assertThat(factory.getVirtualHost()).isEqualTo("orders");
        assertThat(factory.getUsername()).isEqualTo("miller");
        assertThat(factory.getPassword()).isEqualTo("secret-1");

        ConnectionFactory tls =
                address("amqps://miller:secret-1@broker.example").getConnectionFactory();
        assertThat(tls.isSSL()).isTrue();
        assertThat(tls.getPort()).isEqualTo(5671);
    }

    @Test
    void credentialsAreNotShown() {
        assertThat(parts().build()).hasToString("amqp://broker.example:5673/orders");
        assertThat(address("amqps://miller:secret-1@broker.example/orders?password=secret-2"))
                .hasToString("amqps://broker.example/orders");
    }

    @Test
    void anAddressThatIsNoneIsRefusedWithoutItsCredentials() {
        for (String uri :
                List.of(
                        "amqp://miller:secret-1 @broker.example",
                        "amqp://miller:secret-1%zz@broker.example/orders",
                        "amqp://miller:secret-1:2@broker.example/orders",
                        "amqp://miller:secret-1/2@broker.example/orders",
                        "http://miller:secret-1@broker.example",
                        "amqp://miller:secret-1@broker.example/a/b",
                        "miller:secret-1@broker.example")) {
            RMQConnectionConfig config = address(uri);
            assertThat(config.toString()).doesNotContain("secret").doesNotContain("miller");
            try {
                assertThat(config.getConnectionFactory().getHost()).isEqualTo("broker.example");
            } catch (URISyntaxException e) {
                assertThat(e).hasMessageContaining("address of the broker").hasNoCause();
                assertThat(e.toString()).doesNotContain("secret").doesNotContain("miller");
            } catch (Exception e) {
                throw new AssertionError(uri, e);
            }
        }
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThatThrownBy(() -> new RMQConnectionConfig.Builder().build())
                .hasMessageContaining("Neither a host nor a URI");
        assertThatThrownBy(
                        () ->
                                new RMQConnectionConfig.Builder()
                                        .setHost("h")
                                        .setPort(1)
                                        .setVirtualHost("/")
                                        .setUserName("u")
                                        .build())
                .hasMessageContaining("no password");
    }

    @Test
    void numbersThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> parts().setPrefetchCount(0)).hasMessageContaining("from 1");
        assertThatThrownBy(() -> parts().setPrefetchCount(70_000)).hasMessageContaining("65535");
        assertThatThrownBy(() -> parts().setDeliveryTimeout(0)).hasMessageContaining("positive");
        assertThat(parts().build().getPrefetchCount()).isEmpty();
        assertThat(parts().build().getDeliveryTimeout()).isEqualTo(30_000);
        assertThat(parts().setDeliveryTimeout(2, TimeUnit.SECONDS).build().getDeliveryTimeout())
                .isEqualTo(2_000);
    }
}
