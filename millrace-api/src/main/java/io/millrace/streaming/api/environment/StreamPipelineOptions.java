// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.ConfigOptions;
import io.millrace.streaming.api.TimeCharacteristic;

/** The clock a whole program goes by; kept for programs that still set it. */
@PublicEvolving
public class StreamPipelineOptions {

    @SuppressWarnings("deprecation") // the older enum is what the key holds
    public static final ConfigOption<TimeCharacteristic> TIME_CHARACTERISTIC =
            ConfigOptions.key("pipeline.time-characteristic")
                    .enumType(TimeCharacteristic.class)
                    .defaultValue(TimeCharacteristic.EventTime)
                    .withDescription(
                            "Processing time switches periodic watermarks off; event time, the default, leaves them on; ingestion time is that at which a record enters.");

    public StreamPipelineOptions() {}
}
