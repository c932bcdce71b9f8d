// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.annotation.PublicEvolving;
import java.io.IOException;
import java.io.InputStream;

/** Raw state of one key group. */
@PublicEvolving
public class KeyGroupStatePartitionStreamProvider extends StatePartitionStreamProvider {

    private final int keyGroupId;

    /** One that can't be read. */
    public KeyGroupStatePartitionStreamProvider(IOException creationException, int keyGroupId) {
        super(creationException);
        this.keyGroupId = keyGroupId;
    }

    public KeyGroupStatePartitionStreamProvider(InputStream stream, int keyGroupId) {
        super(stream);
        this.keyGroupId = keyGroupId;
    }

    public int getKeyGroupId() {
        return keyGroupId;
    }
}
