// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.execution.SavepointFormatType;
import java.io.Serializable;

/**
 * Where working state is held. An object of this type is a choice and nothing more: the engine, or
 * a module beside it, has the implementation, and refuses a choice it does not know.
 */
@PublicEvolving
public interface StateBackend extends Serializable {

    /** The name of the backend, for people. */
    default String getName() {
        return getClass().getSimpleName();
    }

    /** Whether the backend shares memory outside the heap with others. */
    default boolean useManagedMemory() {
        return false;
    }

    /** Whether a job with this backend can start from a snapshot that the user goes on to own. */
    default boolean supportsNoClaimRestoreMode() {
        return false;
    }

    /** Whether savepoints can be written in the form. */
    default boolean supportsSavepointFormat(SavepointFormatType formatType) {
        return formatType == SavepointFormatType.CANONICAL;
    }
}
