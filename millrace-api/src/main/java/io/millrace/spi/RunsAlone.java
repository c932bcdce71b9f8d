// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

/** A source function that has one subtask only, and can say why. */
public interface RunsAlone {

    /** Why, as it goes on after "because". */
    String whyAlone();
}
