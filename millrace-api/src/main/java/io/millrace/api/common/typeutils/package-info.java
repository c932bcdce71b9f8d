// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How values become bytes and back: the contracts of serializers and of what a checkpoint remembers
 * of them. Serializers are used by one thread at a time; duplicate them for another. Begin with
 * {@link io.millrace.api.common.typeutils.TypeSerializer}.
 */
package io.millrace.api.common.typeutils;
