// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How a program says, and the library finds out, which type a stream has. Immutable values, used
 * when the program is built. Begin with {@link io.millrace.api.common.typeinfo.TypeInformation} and
 * {@link io.millrace.api.common.typeinfo.Types}.
 */
package io.millrace.api.common.typeinfo;
