// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common;

import io.millrace.annotation.PublicEvolving;

/** Says of a source or sink that two attempts of one subtask may run side by side. */
@PublicEvolving
public interface SupportsConcurrentExecutionAttempts {}
