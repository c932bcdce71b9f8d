// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * What to say when brokers do not answer: who asked whom for what, how long it has waited, and what
 * to look at. Kafka's client names the time at most.
 */
final class NoAnswer {

    private NoAnswer() {}

    /**
     * @param what the source wanted
     */
    static String toSource(Properties client, String what, TimeoutException reason) {
        return "The Kafka source gets no answer from the brokers it was given,"
                + " bootstrap.servers = "
                + client.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)
                + ": it wanted "
                + what
                + ", and has waited as long as default.api.timeout.ms = "
                + setting(client, CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, "60000")
                + " says. "
                + whatToLookAt("Nothing is lost.", reason);
    }

    static String toSink(Properties producer, TimeoutException reason) {
        return "The Kafka sink gets no answer from the brokers it was given,"
                + " bootstrap.servers = "
                + producer.get(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG)
                + ", or they know nothing of the topic. It has waited for them as long as max.block.ms"
                + " = "
                + setting(producer, ProducerConfig.MAX_BLOCK_MS_CONFIG, "60000")
                + " says, or for a record to be taken as long as delivery.timeout.ms = "
                + setting(producer, ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "120000")
                + " says. "
                + whatToLookAt(
                        "Records that no completed checkpoint holds come again when the job begins"
                                + " anew from the last one; without checkpoints, or with the guarantee"
                                + " NONE, those that waited are lost.",
                        reason);
    }

    private static String whatToLookAt(String losses, TimeoutException reason) {
        return "Look whether a broker runs there, whether address, port and security.protocol are"
                + " right, and whether the addresses that the brokers advertise can be reached"
                + " from here. "
                + losses
                + " Kafka's client says: "
                + reason.getMessage();
    }

    private static String setting(Properties client, String key, String otherwise) {
        Object value = client.get(key);
        return value == null ? otherwise : value.toString();
    }
}
