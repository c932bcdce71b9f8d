// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import static io.millrace.util.Preconditions.checkArgument;
import static io.millrace.util.Preconditions.checkNotNull;
import static io.millrace.util.Preconditions.checkState;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PreconditionsTest {

    @Test
    void puts_arguments_in_their_places() {
        assertThatThrownBy(() -> checkArgument(false, "%s of %s", 1, 2)).hasMessage("1 of 2");
        assertThatThrownBy(() -> checkArgument(false, "%s of %s", 1)).hasMessage("1 of %s");
        assertThatThrownBy(() -> checkArgument(false, "%s of", 1, 2)).hasMessage("1 of[2]");
        assertThatThrownBy(() -> checkState(false, "100% sure"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("100% sure");
        assertThatThrownBy(() -> checkNotNull(null, "no %s", "value"))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("no value");
    }
}
