// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.annotation.PublicEvolving;

/** What a function is told when its state is set up. */
@PublicEvolving
public interface FunctionInitializationContext extends ManagedInitializationContext {}
