// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;

/** What the backends of old have in common. */
@PublicEvolving
public abstract class AbstractStateBackend implements StateBackend, Serializable {

    private static final long serialVersionUID = 4620415814639230247L;
}
