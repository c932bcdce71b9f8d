// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.throwable;

/** Whether trying again can help. */
public enum ThrowableType {
    /** It can't: the job fails, whatever its restart strategy. */
    NonRecoverableError,
    /** Data of another task is missing; that task has to run again. */
    PartitionDataMissingError,
    /** The surroundings are at fault, for example a full disk. */
    EnvironmentError,
    /** It can. */
    RecoverableError
}
