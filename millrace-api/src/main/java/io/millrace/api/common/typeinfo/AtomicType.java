// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeinfo;

import io.millrace.annotation.Public;

/**
 * Marks a type without fields.
 *
 * @param <T> the values
 */
@Public
public interface AtomicType<T> {}
