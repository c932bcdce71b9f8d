// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.PublicEvolving;

/** The open context that tells nothing. */
@PublicEvolving
public class DefaultOpenContext implements OpenContext {

    /** It has no state, so one is enough. */
    public static final OpenContext INSTANCE = new DefaultOpenContext();
}
