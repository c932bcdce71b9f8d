// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import java.io.Serializable;

/** The root of every function a program hands in. Functions travel as serialized objects. */
@Public
public interface Function extends Serializable {}
