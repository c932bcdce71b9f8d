// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.functions.RuntimeContext;

/** What a function asks of where it runs, which has become two objects. */
public final class RuntimeContexts {

    private RuntimeContexts() {}

    public static JobID getJobId(RuntimeContext context) {
        return context.getJobInfo().getJobId();
    }

    public static String getTaskName(RuntimeContext context) {
        return context.getTaskInfo().getTaskName();
    }

    public static String getTaskNameWithSubtasks(RuntimeContext context) {
        return context.getTaskInfo().getTaskNameWithSubtasks();
    }

    public static int getNumberOfParallelSubtasks(RuntimeContext context) {
        return context.getTaskInfo().getNumberOfParallelSubtasks();
    }

    public static int getMaxNumberOfParallelSubtasks(RuntimeContext context) {
        return context.getTaskInfo().getMaxNumberOfParallelSubtasks();
    }

    public static int getIndexOfThisSubtask(RuntimeContext context) {
        return context.getTaskInfo().getIndexOfThisSubtask();
    }

    public static int getAttemptNumber(RuntimeContext context) {
        return context.getTaskInfo().getAttemptNumber();
    }

    /**
     * The job's own, which every context of Flink's still holds; of any other, one with what a
     * context tells of it.
     */
    public static ExecutionConfig getExecutionConfig(RuntimeContext context) {
        ExecutionConfig held = heldBy(context, Collections.newSetFromMap(new IdentityHashMap<>()));
        if (held != null) {
            return held;
        }
        ExecutionConfig config = new ExecutionConfig();
        config.setGlobalJobParameters(new Parameters(context.getGlobalJobParameters()));
        if (context.isObjectReuseEnabled()) {
            config.enableObjectReuse();
        }
        return config;
    }

    /** Null if none is found in it, nor in a context that it stands before. */
    private static ExecutionConfig heldBy(RuntimeContext context, Set<Object> seen) {
        seen.add(context);
        for (Class<?> type = context.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                Object value =
                        isOfUse(field) && field.trySetAccessible() ? valueOf(field, context) : null;
                if (value instanceof ExecutionConfig) {
                    return (ExecutionConfig) value;
                }
                if (value instanceof RuntimeContext && seen.add(value)) {
                    ExecutionConfig held = heldBy((RuntimeContext) value, seen);
                    if (held != null) {
                        return held;
                    }
                }
            }
        }
        return null;
    }

    private static boolean isOfUse(Field field) {
        return !Modifier.isStatic(field.getModifiers())
                && (field.getType() == ExecutionConfig.class
                        || RuntimeContext.class.isAssignableFrom(field.getType()));
    }

    private static Object valueOf(Field field, RuntimeContext context) {
        try {
            return field.get(context);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " was made accessible and is not", e);
        }
    }

    private static final class Parameters extends ExecutionConfig.GlobalJobParameters {
        private static final long serialVersionUID = 1L;

        private final HashMap<String, String> all;

        Parameters(Map<String, String> all) {
            this.all = new HashMap<>(all);
        }

        @Override
        public Map<String, String> toMap() {
            return all;
        }
    }
}
