// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.common.typeinfo.TypeInformation;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A recorded wish of the user's program: one node of the graph that {@code execute()} hands over.
 *
 * <p>There are five kinds: an {@link OperatorTransformation} does something to records; the other
 * four ({@link PartitionTransformation}, {@link UnionTransformation}, {@link
 * SideOutputTransformation}, {@link FeedbackTransformation}) only say how records get from one
 * operator to the next, and vanish in the planner.
 *
 * @param <T> what comes out
 */
public abstract sealed class Transformation<T>
        permits OperatorTransformation,
                PartitionTransformation,
                UnionTransformation,
                SideOutputTransformation,
                FeedbackTransformation {

    private static final AtomicInteger NEXT_ID = new AtomicInteger();

    private final int id = NEXT_ID.incrementAndGet();
    private TypeInformation<T> outputType;

    Transformation(TypeInformation<T> outputType) {
        this.outputType = Objects.requireNonNull(outputType, "outputType");
    }

    /** Unique in this JVM; grows in the order of the program's calls. */
    public final int id() {
        return id;
    }

    /**
     * The type as recorded; where it could not be found out this is a {@link
     * io.millrace.api.java.typeutils.MissingTypeInfo}, which says where and why.
     */
    public final TypeInformation<T> outputType() {
        return outputType;
    }

    /** Replaces the type: {@code returns(...)}. */
    public final void setOutputType(TypeInformation<T> type) {
        this.outputType = Objects.requireNonNull(type, "type");
    }

    /** The nodes whose records come in, in the order of the inputs. */
    public abstract List<Transformation<?>> inputs();

    /** How many subtasks send on this stream; the number of the operator behind it. */
    public abstract int parallelism();
}
