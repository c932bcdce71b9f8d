// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.checkpoint.Retention.End;
import io.millrace.engine.checkpoint.Retention.Policy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetentionTest {

    @ParameterizedTest(name = "{0} + {1}: kept {2}, with keep-after-finish {3}")
    @CsvSource({
        "NO_EXTERNALIZED_CHECKPOINTS, FINISHED,  false, true",
        "NO_EXTERNALIZED_CHECKPOINTS, CANCELED,  false, false",
        "NO_EXTERNALIZED_CHECKPOINTS, FAILED,    false, false",
        "NO_EXTERNALIZED_CHECKPOINTS, SUSPENDED, true,  true",
        "DELETE_ON_CANCELLATION,      FINISHED,  false, true",
        "DELETE_ON_CANCELLATION,      CANCELED,  false, false",
        "DELETE_ON_CANCELLATION,      FAILED,    true,  true",
        "DELETE_ON_CANCELLATION,      SUSPENDED, true,  true",
        "RETAIN_ON_CANCELLATION,      FINISHED,  false, true",
        "RETAIN_ON_CANCELLATION,      CANCELED,  true,  true",
        "RETAIN_ON_CANCELLATION,      FAILED,    true,  true",
        "RETAIN_ON_CANCELLATION,      SUSPENDED, true,  true",
    })
    void c11CheckpointsStayByPolicyAndEnd(
            Policy policy, End end, boolean kept, boolean keptWithKey) {
        assertThat(new Retention(policy, false).keeps(end)).isEqualTo(kept);
        assertThat(new Retention(policy, true).keeps(end)).isEqualTo(keptWithKey);
    }
}
