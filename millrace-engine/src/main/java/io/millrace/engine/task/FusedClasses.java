// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.api.common.functions.FilterFunction;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.engine.chain.Output;
import io.millrace.engine.exchange.OutputGate;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes of one job's {@linkplain FusedLinks fused runs}.
 *
 * <p>Runs of the same functions share a class, so the subtasks of a vertex and all attempts do: a
 * class for each subtask would be as many kinds of receivers at the end of what calls a run, and
 * the compiler inlines through at most two. They go with the job.
 *
 * <p>Any thread.
 */
public final class FusedClasses {

    private static final String BROKEN = "A run of links could not be given a class of its own";

    private final Map<List<Class<?>>, Constructor<?>> byShape = new ConcurrentHashMap<>();

    /** The run of these steps that ends in {@code end}; that itself when there is no step. */
    Output<Object> fuse(List<FusedStep> steps, Output<Object> end) {
        if (steps.isEmpty()) {
            return end;
        }
        int slots = FusedLinks.SLOTS;
        if (steps.size() > slots) {
            return fuse(steps.subList(0, slots), fuse(steps.subList(slots, steps.size()), end));
        }
        @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
        MapFunction<Object, Object>[] maps = new MapFunction[slots];
        @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
        FilterFunction<Object>[] filters = new FilterFunction[slots];
        OutputGate.Copier[] copiers = new OutputGate.Copier[slots];
        String[] operators = new String[slots];
        String[] uids = new String[slots];
        List<Class<?>> shape = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            FusedStep step = steps.get(i);
            maps[i] = step.map();
            filters[i] = step.filter();
            copiers[i] = step.copier();
            operators[i] = step.operator();
            uids[i] = step.uid();
            shape.add(classOf(maps[i]));
            shape.add(classOf(filters[i]));
            shape.add(classOf(copiers[i]));
        }
        shape.add(end.getClass());
        try {
            @SuppressWarnings("unchecked") // each is a copy of FusedLinks
            Output<Object> run =
                    (Output<Object>)
                            byShape.computeIfAbsent(shape, any -> constructor())
                                    .newInstance(maps, filters, copiers, operators, uids, end);
            return run;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(BROKEN, e);
        }
    }

    private static Class<?> classOf(Object stepOrNull) {
        return stepOrNull == null ? null : stepOrNull.getClass();
    }

    /**
     * Of a hidden copy of {@link FusedLinks}; of itself, slower and just as right, where it can't
     * be read.
     */
    private static Constructor<?> constructor() {
        try (InputStream bytes = FusedLinks.class.getResourceAsStream("FusedLinks.class")) {
            Class<?> copy =
                    bytes == null
                            ? FusedLinks.class
                            : MethodHandles.lookup()
                                    .defineHiddenClass(bytes.readAllBytes(), true)
                                    .lookupClass();
            return copy.getDeclaredConstructor(
                    MapFunction[].class,
                    FilterFunction[].class,
                    OutputGate.Copier[].class,
                    String[].class,
                    String[].class,
                    Output.class);
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException(BROKEN, e);
        }
    }
}
