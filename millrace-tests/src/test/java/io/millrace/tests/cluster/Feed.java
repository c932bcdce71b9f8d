// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster;

import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Sends movements of stock to a topic, a thousand a second, until it is told that it is enough: so
 * a job that reads them is in the middle of it whenever something happens.
 */
final class Feed implements AutoCloseable {

    private static final int ITEMS = 13;

    private final KafkaProducer<String, String> producer;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final ScheduledFuture<?> sending;
    private final String topic;
    private final int partitions;
    private int sent;

    private Feed(String servers, String topic, int partitions) {
        this.topic = topic;
        this.partitions = partitions;
        this.producer =
                new KafkaProducer<>(
                        Map.of(
                                "bootstrap.servers", servers,
                                // What a busy broker does not take in time does not come at all:
                                // nobody needs it, and the end need not wait for it.
                                "delivery.timeout.ms", "20000",
                                "request.timeout.ms", "10000"),
                        new StringSerializer(),
                        new StringSerializer());
        this.sending = clock.scheduleAtFixedRate(this::send, 0, 10, TimeUnit.MILLISECONDS);
    }

    /** Makes the topic, and begins. */
    static Feed start(String servers, String topic, int partitions) throws Exception {
        Topics.create(servers, topic, partitions);
        return new Feed(servers, topic, partitions);
    }

    private void send() {
        for (int i = 0; i < 10; i++) {
            int item = sent % ITEMS;
            String key = "item-" + item;
            // Never the same level of an item twice, so that each line that is missing is seen.
            String movement = key + " " + (1 + sent % 7);
            producer.send(new ProducerRecord<>(topic, item % partitions, key, movement));
            sent++;
        }
    }

    /** Ends; what the topic holds then is all that it will ever hold. */
    void enough() throws Exception {
        clock.shutdown();
        if (!clock.awaitTermination(60, TimeUnit.SECONDS) || !sending.isCancelled()) {
            throw new IllegalStateException("the feed of " + topic + " has failed");
        }
        producer.flush();
    }

    @Override
    public void close() {
        clock.shutdownNow();
        producer.close();
    }
}
