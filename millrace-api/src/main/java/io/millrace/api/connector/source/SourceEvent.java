// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source;

import io.millrace.annotation.Public;
import java.io.Serializable;

/** A message between an enumerator and a reader, in either direction. */
@Public
public interface SourceEvent extends Serializable {}
