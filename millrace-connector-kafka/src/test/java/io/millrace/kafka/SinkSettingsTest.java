// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.connector.base.DeliveryGuarantee;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class SinkSettingsTest {

    @Test
    void namesServersAndPrefixAndNoPassword() {
        Properties producer = new Properties();
        producer.setProperty("bootstrap.servers", "kafka-1:9092");
        producer.setProperty("sasl.jaas.config", "PlainLoginModule required password=\"secret\";");
        SinkSettings settings =
                new SinkSettings(DeliveryGuarantee.EXACTLY_ONCE, producer, "orders", null);
        assertThat(settings.toString())
                .contains("kafka-1:9092")
                .contains("'orders'")
                .doesNotContain("secret")
                .doesNotContain("sasl");
        assertThat(new KafkaProgramCheck.Found("sink", settings).toString())
                .contains("kafka-1:9092")
                .doesNotContain("secret");
    }
}
