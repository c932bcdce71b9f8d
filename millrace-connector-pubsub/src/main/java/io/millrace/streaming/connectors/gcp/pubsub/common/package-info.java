// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What a source of Pub/Sub is made of. */
package io.millrace.streaming.connectors.gcp.pubsub.common;
