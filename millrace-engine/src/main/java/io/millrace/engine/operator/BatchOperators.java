// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import java.util.ArrayList;
import java.util.List;

/** What is put around operators in a batch job. Pure; any thread. */
final class BatchOperators {

    private BatchOperators() {}

    /** Where the operator emits. */
    static <O> Output<O> output(OperatorSpec spec, Output<O> out) {
        return spec instanceof OperatorSpec.Source
                        || spec instanceof OperatorSpec.FunctionSource
                        || spec instanceof OperatorSpec.Timestamps
                ? new LastWatermarkOnly<>(out)
                : out;
    }

    /** The operator, with its keyed inputs sorted. */
    static Operator sorted(
            Operator operator,
            OperatorTransformation<?> transformation,
            List<KeySelector<?, ?>> selectors,
            OperatorContext context,
            BatchSettings settings) {
        boolean keyed = transformation.isKeyed();
        if (!keyed && !(transformation.spec() instanceof OperatorSpec.BroadcastProcess)) {
            return operator;
        }
        int inputs = transformation.inputs().size();
        boolean[] holds = new boolean[inputs];
        List<CurrentKey<Object>> keys = new ArrayList<>();
        List<TypeSerializer<Object>> values = new ArrayList<>();
        for (int i = 0; i < inputs; i++) {
            boolean hasKey = i < selectors.size();
            holds[i] = hasKey || !keyed && i == 0;
            keys.add(hasKey ? new CurrentKey<>(cast(selectors.get(i)), context) : null);
            values.add(serializer(transformation.inputs().get(i).outputType(), context));
        }
        String what =
                "the input of operator '"
                        + context.operatorName()
                        + "', to be sorted for a batch job,";
        return new SortedInputs(
                operator,
                context,
                new RecordSorter(
                        settings.sortMemoryBytes(),
                        !keyed,
                        settings.room().make(context.subtask(), what)),
                keys,
                holds,
                values,
                keyed ? serializer(transformation.keyType(), context) : null);
    }

    private static TypeSerializer<Object> serializer(
            TypeInformation<?> type, OperatorContext context) {
        return cast(Serializers.of(type, context.executionConfig()));
    }

    @SuppressWarnings("unchecked") // records are untyped here
    private static <X> X cast(Object object) {
        return (X) object;
    }
}
