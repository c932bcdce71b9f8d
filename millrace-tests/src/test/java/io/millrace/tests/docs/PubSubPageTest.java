// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.pubsub.v1.PubsubMessage;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.pubsub.PubSubMessageSchema;
import io.millrace.pubsub.SubscriptionOptions;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.connectors.gcp.pubsub.PubSubSink;
import io.millrace.streaming.connectors.gcp.pubsub.PubSubSource;
import io.millrace.tests.kit.Jobs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What connectors.md shows of Pub/Sub, built. That it runs, the module's own tests show, on a fake
 * and on Google's emulator.
 */
class PubSubPageTest {

    @Test
    @DisplayName("M18: connectors.md, Pub/Sub, as far as it goes without a server")
    void orders() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        // snippet: PubSubOrders
        PubSubSource<String> orders =
                PubSubSource.newBuilder()
                        .withDeserializationSchema(new SimpleStringSchema())
                        .withProjectName("shop")
                        .withSubscriptionName("orders")
                        .withPubSubSubscriberFactory(
                                SubscriptionOptions.builder()
                                        .lease(Duration.ofSeconds(30))
                                        .deduplication(Duration.ofMinutes(20), 500_000)
                                        .build())
                        .build();
        PubSubMessageSchema<String> byCustomer =
                order ->
                        PubsubMessage.newBuilder()
                                .setData(ByteString.copyFromUtf8(order))
                                .setOrderingKey(order.substring(0, 8))
                                .build();
        env.enableCheckpointing(1_000);
        env.addSource(orders)
                .filter(order -> order.length() > 100)
                .addSink(
                        PubSubSink.newBuilder()
                                .withSerializationSchema(byCustomer)
                                .withProjectName("shop")
                                .withTopicName("large-orders")
                                .build());
        // end of snippet

        assertThat(env.getExecutionPlan()).contains("Source");
    }

    @Test
    @DisplayName("What the page shows can be imported from the page alone")
    void thePageNamesThePackages() throws Exception {
        String page = Files.readString(Path.of("../docs/connectors.md"));

        for (Class<?> shown :
                List.of(
                        PubSubSource.class,
                        SubscriptionOptions.class,
                        PubSubMessageSchema.class,
                        PubsubMessage.class,
                        ByteString.class)) {
            assertThat(page)
                    .contains(
                            "`" + shown.getSimpleName() + "`", "`" + shown.getPackageName() + "`");
        }
        assertThat(Files.readString(Path.of("../millrace-dist/src/main/dist/opt/README")))
                .contains("io.millrace.pubsub");
    }
}
