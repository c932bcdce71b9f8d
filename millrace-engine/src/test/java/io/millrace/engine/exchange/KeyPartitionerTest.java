// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.keys.KeyGroups;
import org.junit.jupiter.api.Test;

class KeyPartitionerTest {

    @Test
    void a_record_goes_to_the_subtask_that_owns_its_keys_state() {
        KeyPartitioner partitioner = new KeyPartitioner(value -> value, "count", 3, 128);
        for (int key = -500; key < 500; key++) {
            int channel = partitioner.channel(key);
            int group = KeyGroups.keyGroup(Integer.hashCode(key), 128);
            assertThat(KeyGroups.range(channel, 3, 128).contains(group)).isTrue();
        }
    }

    @Test
    void a_null_key_is_refused_with_the_receivers_name() {
        KeyPartitioner partitioner = new KeyPartitioner(value -> null, "count", 2, 128);

        assertThatThrownBy(() -> partitioner.channel("record"))
                .isInstanceOf(KeyPartitioner.KeyFailure.class)
                .hasMessageContaining("'count'")
                .hasMessageContaining("null");
    }

    @Test
    void what_the_selector_throws_is_told_as_its_failure() {
        KeyPartitioner partitioner =
                new KeyPartitioner(
                        value -> {
                            throw new java.io.IOException("no key in here");
                        },
                        "count",
                        2,
                        128);

        assertThatThrownBy(() -> partitioner.channel("record"))
                .isInstanceOf(KeyPartitioner.KeyFailure.class)
                .hasMessageContaining("'count'")
                .hasRootCauseMessage("no key in here");
    }
}
