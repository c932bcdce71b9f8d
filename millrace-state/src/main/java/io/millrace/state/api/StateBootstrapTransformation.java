// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.typeutils.TupleTypeInfo;
import io.millrace.configuration.Configuration;
import io.millrace.engine.offline.BuiltOperator;
import io.millrace.runtime.state.StateBackend;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.Programs;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
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
    private final OperatorSpec spec;
    private final TypeInformation<?> output;

    /**
     * @param keySelector null where there are no keys, and so is the type
     * @param spec the operator whose state it is
     * @param output what that one would emit
     */
    StateBootstrapTransformation(
            DataStream<T> stream,
            KeySelector<T, ?> keySelector,
            TypeInformation<?> keyType,
            OptionalInt maxParallelism,
            OperatorSpec spec,
            TypeInformation<?> output) {
        this.stream = stream;
        this.keySelector = keySelector;
        this.keyType = keyType;
        this.maxParallelism = maxParallelism;
        this.spec = spec;
        this.output = output;
    }

    /**
     * Runs the job that yields the data, and gives each record to the function.
     *
     * @param backend null for that of the environment or its settings
     * @param further settings, which win over the environment's
     */
    @SuppressWarnings("try") // the mirrored iterator may throw anything when it is closed
    BuiltOperator build(
            OperatorIdentifier identifier,
            int savepointsMaxParallelism,
            StateBackend backend,
            Configuration further)
            throws Exception {
        StreamExecutionEnvironment environment = stream.getExecutionEnvironment();
        Configuration settings = new Configuration();
        settings.addAll(Configuration.fromMap(environment.getConfiguration().toMap()));
        settings.addAll(further);
        BuiltOperator operator =
                new BuiltOperator(
                        new BuiltOperator.Plan(
                                identifier.getUid().orElse(null),
                                identifier.id(),
                                spec,
                                stream.getType(),
                                output,
                                keySelector,
                                keyType,
                                maxParallelism.orElse(savepointsMaxParallelism),
                                backend != null ? backend : environment.getStateBackend(),
                                settings,
                                stream.getExecutionConfig(),
                                Thread.currentThread().getContextClassLoader()));
        try (CloseableIterator<Tuple2<T, Long>> data =
                Programs.alone(
                        environment,
                        stream,
                        () -> stamped().executeAndCollect("state of " + identifier))) {
            while (data.hasNext()) {
                Tuple2<T, Long> record = data.next();
                operator.element(record.f0, record.f1 == Stamping.NONE ? null : record.f1);
            }
            return operator;
        } catch (Throwable e) {
            operator.close();
            throw e;
        }
    }

    private DataStream<Tuple2<T, Long>> stamped() {
        return stream.process(new Stamping<T>())
                .returns(new TupleTypeInfo<>(stream.getType(), Types.LONG));
    }
}
