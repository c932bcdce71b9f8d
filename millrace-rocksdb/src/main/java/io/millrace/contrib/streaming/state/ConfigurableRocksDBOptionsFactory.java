// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.contrib.streaming.state;

import io.millrace.configuration.ReadableConfig;

/** A factory of options that takes what it was not told from settings. */
public interface ConfigurableRocksDBOptionsFactory extends RocksDBOptionsFactory {

    /** The same factory, or another one, with the settings. */
    RocksDBOptionsFactory configure(ReadableConfig configuration);
}
