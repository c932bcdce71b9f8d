// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Cases of checkpoints: when they are taken, what fails them, what they keep, what begins from
 * them.
 */
package io.millrace.tests.cases.checkpoint;
