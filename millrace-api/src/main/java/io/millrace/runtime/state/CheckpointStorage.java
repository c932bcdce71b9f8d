// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;

/**
 * Where checkpoints go. An object of this type is a choice and nothing more: the engine has the
 * implementation, and refuses a choice it does not know.
 */
@PublicEvolving
public interface CheckpointStorage extends Serializable {}
