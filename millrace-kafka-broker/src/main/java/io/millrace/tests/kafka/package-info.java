// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** A real Kafka broker for tests, in a JVM of its own. */
package io.millrace.tests.kafka;
