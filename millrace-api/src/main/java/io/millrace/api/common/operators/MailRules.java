// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.operators;

/** The two ways in which a command can be treated. */
enum MailRules implements MailboxExecutor.MailOptions {
    USUAL,
    DEFERRABLE
}
