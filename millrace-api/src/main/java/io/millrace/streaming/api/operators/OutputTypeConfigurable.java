// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;

/** Is told the type of what it emits before the job starts. */
@PublicEvolving
public interface OutputTypeConfigurable<OUT> {

    void setOutputType(TypeInformation<OUT> outTypeInfo, ExecutionConfig executionConfig);
}
