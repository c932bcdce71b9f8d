// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Pub/Sub's emulator, which takes no credentials. */
package io.millrace.streaming.connectors.gcp.pubsub.emulator;
