// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Reads subscriptions and writes topics of Google Pub/Sub. */
package io.millrace.streaming.connectors.gcp.pubsub;
