// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.eventtime;

import io.millrace.annotation.Public;
import java.time.Duration;

/**
 * Watermarks for streams whose timestamps never go down, within one subtask or split: one
 * millisecond behind the latest.
 *
 * @param <T> the records
 */
@Public
public class AscendingTimestampsWatermarks<T> extends BoundedOutOfOrdernessWatermarks<T> {

    /** Watermarks for ascending timestamps. */
    public AscendingTimestampsWatermarks() {
        super(Duration.ZERO);
    }
}
