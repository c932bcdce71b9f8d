// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Reads and writes queues of RabbitMQ. */
package io.millrace.streaming.connectors.rabbitmq;
