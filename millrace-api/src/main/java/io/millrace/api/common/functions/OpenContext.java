// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.PublicEvolving;

/** What a function is told when it is opened. Nothing yet: it is there to grow. */
@PublicEvolving
public interface OpenContext {}
