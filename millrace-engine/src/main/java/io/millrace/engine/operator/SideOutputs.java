// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.engine.chain.OperatorContext;
import io.millrace.util.OutputTag;

/** The one check on a side output's tag. */
final class SideOutputs {

    private SideOutputs() {}

    static <X> OutputTag<X> checked(OutputTag<X> tag, OperatorContext context) {
        if (tag == null) {
            throw new IllegalArgumentException(
                    "A function of operator '"
                            + context.operatorName()
                            + "' wrote to a side output without a tag; the OutputTag must not be null");
        }
        return tag;
    }
}
