// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.annotation.Public;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;

/**
 * A function, sink or format that wants to be told the type of its input, when the program is
 * built.
 */
@Public
public interface InputTypeConfigurable {

    /** Called once, in the thread that builds the program. */
    void setInputType(TypeInformation<?> type, ExecutionConfig executionConfig);
}
