// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Choices of operators with two inputs. */
package io.millrace.streaming.api.operators.co;
