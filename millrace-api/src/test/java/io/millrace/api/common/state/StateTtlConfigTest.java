// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StateTtlConfigTest {

    @Test
    void st_20_refuses_a_life_of_nothing() {
        assertThatThrownBy(() -> StateTtlConfig.newBuilder(Duration.ZERO).build())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> StateTtlConfig.newBuilder(Duration.ofMillis(-1)).build())
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void st_21_defaults_to_writes_and_to_hiding_what_has_expired() {
        StateTtlConfig config = StateTtlConfig.newBuilder(Duration.ofSeconds(1)).build();
        assertThat(config.getUpdateType()).isEqualTo(StateTtlConfig.UpdateType.OnCreateAndWrite);
        assertThat(config.getStateVisibility())
                .isEqualTo(StateTtlConfig.StateVisibility.NeverReturnExpired);
    }

    @Test
    void st_24_cleans_up_in_the_background_unless_told_not_to() {
        StateTtlConfig.CleanupStrategies usual =
                StateTtlConfig.newBuilder(Duration.ofSeconds(1)).build().getCleanupStrategies();
        assertThat(usual.getIncrementalCleanupStrategy().getCleanupSize()).isEqualTo(5);
        assertThat(usual.getIncrementalCleanupStrategy().runCleanupForEveryRecord()).isFalse();
        assertThat(usual.inRocksdbCompactFilter()).isTrue();
        assertThat(usual.inFullSnapshot()).isFalse();
        StateTtlConfig.CleanupStrategies none =
                StateTtlConfig.newBuilder(Duration.ofSeconds(1))
                        .disableCleanupInBackground()
                        .build()
                        .getCleanupStrategies();
        assertThat(none.getIncrementalCleanupStrategy()).isNull();
        assertThat(none.inRocksdbCompactFilter()).isFalse();
    }
}
