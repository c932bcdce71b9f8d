// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How records become bytes of an outside system and back, and what a program says about its
 * serializers. Schemas are serialized with the program and run on tasks, each by one thread.
 */
package io.millrace.api.common.serialization;
