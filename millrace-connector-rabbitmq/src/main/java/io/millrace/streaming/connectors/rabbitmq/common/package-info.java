// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** How to reach a broker of RabbitMQ. */
package io.millrace.streaming.connectors.rabbitmq.common;
