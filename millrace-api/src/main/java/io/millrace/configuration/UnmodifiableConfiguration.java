// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import io.millrace.annotation.Public;
import java.util.Properties;

/** Settings that can't be changed. */
@Public
public class UnmodifiableConfiguration extends Configuration {

    private static final long serialVersionUID = -8151292629158972280L;

    /** A copy of the settings. */
    public UnmodifiableConfiguration(Configuration config) {
        super(config);
    }

    /** Adds all settings to properties. */
    @Override
    public void addAllToProperties(Properties props) {
        super.addAllToProperties(props);
    }

    /** Refused. */
    @Override
    public final void addAll(Configuration other) {
        checkChangeable("addAll");
    }

    /** Refused. */
    @Override
    public final void addAll(Configuration other, String prefix) {
        checkChangeable("addAll");
    }

    /** Refused. */
    @Override
    public <T> boolean removeConfig(ConfigOption<T> configOption) {
        checkChangeable("removeConfig");
        return false;
    }

    @Override
    void checkChangeable(String what) {
        throw new UnsupportedOperationException(
                "These settings can't be changed ("
                        + what
                        + "). Make a copy first: new Configuration(settings).");
    }
}
