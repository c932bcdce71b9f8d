// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What a mini cluster answers. */
package io.millrace.runtime.messages;
