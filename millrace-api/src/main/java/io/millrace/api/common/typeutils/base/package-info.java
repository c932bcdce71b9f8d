// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Serializers of the basic types, of dates, lists, maps, enums and arrays of objects. Used by one
 * thread at a time; those without state by any.
 */
package io.millrace.api.common.typeutils.base;
