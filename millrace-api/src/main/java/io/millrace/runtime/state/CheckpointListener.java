// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.annotation.Public;

/**
 * The older place of {@link io.millrace.api.common.state.CheckpointListener}.
 *
 * @deprecated use {@link io.millrace.api.common.state.CheckpointListener}
 */
@Deprecated
@Public
public interface CheckpointListener extends io.millrace.api.common.state.CheckpointListener {}
