// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.core.execution.CheckpointingMode;
import io.millrace.streaming.api.environment.CheckpointConfig.ExternalizedCheckpointCleanup;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CheckpointConfigTest {

    private final CheckpointConfig config = new CheckpointConfig();

    @Test
    void checkpointsAreOffUntilAnIntervalIsSetAndCanBeSwitchedOffAgain() {
        assertThat(config.isCheckpointingEnabled()).isFalse();
        assertThat(config.getCheckpointInterval()).isEqualTo(-1);
        config.setCheckpointInterval(1);
        assertThat(config.isCheckpointingEnabled()).isTrue();
        config.disableCheckpointing();
        assertThat(config.isCheckpointingEnabled()).isFalse();
    }

    @Test
    void theDefaultsAreThoseOfTheSpecification() {
        assertThat(config.getCheckpointTimeout()).isEqualTo(600_000);
        assertThat(config.getMinPauseBetweenCheckpoints()).isZero();
        assertThat(config.getMaxConcurrentCheckpoints()).isEqualTo(1);
        assertThat(config.getTolerableCheckpointFailureNumber()).isZero();
        assertThat(config.isFailOnCheckpointingErrors()).isTrue();
        assertThat(config.getCheckpointingConsistencyMode())
                .isEqualTo(CheckpointingMode.EXACTLY_ONCE);
        assertThat(config.getExternalizedCheckpointRetention())
                .isEqualTo(ExternalizedCheckpointRetention.NO_EXTERNALIZED_CHECKPOINTS);
        assertThat(config.isUnalignedCheckpointsEnabled()).isFalse();
    }

    @Test
    void valuesOutOfRangeAreRefusedBySetterWithTheKey() {
        refused(() -> config.setCheckpointInterval(0), "execution.checkpointing.interval");
        refused(() -> config.setCheckpointInterval(-5), "-5 ms");
        refused(() -> config.setCheckpointTimeout(0), "execution.checkpointing.timeout");
        refused(
                () -> config.setMinPauseBetweenCheckpoints(-1),
                "execution.checkpointing.min-pause");
        refused(() -> config.setMaxConcurrentCheckpoints(0), "max-concurrent-checkpoints");
        refused(
                () -> config.setTolerableCheckpointFailureNumber(-1),
                "tolerable-failed-checkpoints");
        refused(() -> config.setCheckpointIntervalDuringBacklog(-1), "interval-during-backlog");
        config.setCheckpointInterval(100);
        config.setCheckpointIntervalDuringBacklog(0);
        assertThat(config.getCheckpointIntervalDuringBacklog()).isZero();
        config.setCheckpointIntervalDuringBacklog(50);
        refused(config::getCheckpointIntervalDuringBacklog, "100 ms");
    }

    @Test
    void valuesOutOfRangeAreRefusedByKeyJustTheSame() {
        refusedByKey(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ZERO);
        refusedByKey(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofNanos(10));
        refusedByKey(CheckpointingOptions.MAX_CONCURRENT_CHECKPOINTS, 0);
    }

    @Test
    void onlyKeysThatAreThereOverwrite() {
        config.setCheckpointInterval(100);
        config.setCheckpointTimeout(200);
        Configuration keys = new Configuration();
        keys.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMillis(7));
        config.configure(keys);

        assertThat(config.getCheckpointInterval()).isEqualTo(100);
        assertThat(config.getCheckpointTimeout()).isEqualTo(7);
    }

    @Test
    void unalignedCheckpointsAreSaidByKeyAndByCall() {
        config.enableUnalignedCheckpoints();
        config.setForceUnalignedCheckpoints(true);
        config.setAlignedCheckpointTimeout(Duration.ofMillis(1));
        config.setCheckpointIdOfIgnoredInFlightData(4);
        config.setMaxSubtasksPerChannelStateFile(2);

        assertThat(config.isUnalignedCheckpointsEnabled()).isTrue();
        assertThat(config.isForceUnalignedCheckpoints()).isTrue();
        assertThat(config.getAlignedCheckpointTimeout()).isEqualTo(Duration.ofMillis(1));
        assertThat(config.getAlignmentTimeout()).isEqualTo(Duration.ofMillis(1));
        assertThat(config.getCheckpointIdOfIgnoredInFlightData()).isEqualTo(4);
        assertThat(config.getMaxSubtasksPerChannelStateFile()).isEqualTo(2);
        assertThat(config.toConfiguration().get(CheckpointingOptions.ENABLE_UNALIGNED)).isTrue();
        config.enableUnalignedCheckpoints(false);
        assertThat(config.isUnalignedCheckpointsEnabled()).isFalse();
    }

    @Test
    void thatABarrierComesBetweenTimersIsAskedFor() {
        assertThat(config.isUnalignedCheckpointsInterruptibleTimersEnabled()).isFalse();
        config.enableUnalignedCheckpointsInterruptibleTimers(true);
        assertThat(config.isUnalignedCheckpointsInterruptibleTimersEnabled()).isTrue();
    }

    @Test
    @SuppressWarnings("deprecation") // a key without an option of its own
    void theNumberOfTolerableFailuresWinsOverFailOnErrors() {
        config.setFailOnCheckpointingErrors(false);
        assertThat(config.isFailOnCheckpointingErrors()).isFalse();
        assertThat(config.getTolerableCheckpointFailureNumber()).isEqualTo(Integer.MAX_VALUE);
        config.setTolerableCheckpointFailureNumber(2);
        assertThat(config.getTolerableCheckpointFailureNumber()).isEqualTo(2);
        assertThat(config.toConfiguration().getBoolean("millrace.checkpoints.fail-on-errors", true))
                .isFalse();
    }

    @Test
    void theOlderNamesSayTheSame() {
        config.enableExternalizedCheckpoints(ExternalizedCheckpointCleanup.RETAIN_ON_CANCELLATION);
        assertThat(config.isExternalizedCheckpointsEnabled()).isTrue();
        assertThat(config.getExternalizedCheckpointRetention())
                .isEqualTo(ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        assertThat(config.getExternalizedCheckpointCleanup().deleteOnCancellation()).isFalse();
        config.setCheckpointingConsistencyMode(CheckpointingMode.AT_LEAST_ONCE);
        assertThat(config.getCheckpointingMode().name()).isEqualTo("AT_LEAST_ONCE");
    }

    @Test
    void aCopyIsIndependent() {
        config.setCheckpointInterval(5);
        CheckpointConfig copy = new CheckpointConfig(config);
        copy.setCheckpointInterval(6);
        assertThat(config.getCheckpointInterval()).isEqualTo(5);
    }

    private static void refused(ThrowingCallable call, String text) {
        assertThatThrownBy(call)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text);
    }

    private <T> void refusedByKey(ConfigOption<T> option, T value) {
        Configuration keys = new Configuration();
        keys.set(option, value);
        refused(() -> config.configure(keys), option.key());
    }
}
