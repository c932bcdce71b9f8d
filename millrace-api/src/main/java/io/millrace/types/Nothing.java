// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Public;

/** The type of which there is no value. */
@Public
public class Nothing {
    private Nothing() {}
}
