// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source;

import java.io.Serializable;

/** A message between an enumerator and a reader, in either direction. */
public interface SourceEvent extends Serializable {}
