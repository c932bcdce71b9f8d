// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.Function;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.offline.BuiltOperator;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.util.CloseableIterator;
import java.util.OptionalInt;

/**
 * How the state of an operator is made; for {@link SavepointWriter#withOperator}.
 *
 * @param <T> the data
 */
@PublicEvolving
public class StateBootstrapTransformation<T> {

    private final DataStream<T> stream;
    private final KeySelector<T, ?> keySelector;
    private final TypeInformation<?> keyType;
    private final OptionalInt maxParallelism;
    private final Function function;

    StateBootstrapTransformation(
            DataStream<T> stream,
            KeySelector<T, ?> keySelector,
            TypeInformation<?> keyType,
            OptionalInt maxParallelism,
            Function function) {
        this.stream = stream;
        this.keySelector = keySelector;
        this.keyType = keyType;
        this.maxParallelism = maxParallelism;
        this.function = function;
    }

    /** Runs the job that yields the data, and gives each record to the function. */
    @SuppressWarnings("try") // the mirrored iterator may throw anything when it is closed
    BuiltOperator build(OperatorIdentifier identifier, int savepointsMaxParallelism)
            throws Exception {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        BuiltOperator operator =
                new BuiltOperator(
                        new BuiltOperator.Plan(
                                identifier.getUid().orElse(null),
                                identifier.id(),
                                function,
                                stream.getType(),
                                keySelector,
                                keyType,
                                maxParallelism.orElse(savepointsMaxParallelism),
                                stream.getExecutionConfig(),
                                loader));
        try (CloseableIterator<T> data = stream.executeAndCollect("state of " + identifier)) {
            while (data.hasNext()) {
                operator.element(data.next());
            }
            return operator;
        } catch (Throwable e) {
            operator.close();
            throw e;
        }
    }
}
