// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** The same races, ten times as often. */
@Tag("soak")
@Timeout(600)
class CephLongRacesTest extends CephRacesTest {

    @Override
    int times() {
        return 10;
    }
}
