// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Serializers of arrays of primitives and of strings. They have no state and serve any thread. */
package io.millrace.api.common.typeutils.base.array;
