// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What Pub/Sub's source and sink can do here beyond what the mirrored builders say. */
package io.millrace.pubsub;
