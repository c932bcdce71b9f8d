// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.offline;

import io.millrace.api.common.functions.Function;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichFunction;
import io.millrace.api.common.functions.RuntimeContext;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.configuration.Configuration;
import io.millrace.engine.state.OperatorStateRedistribution;
import io.millrace.engine.state.StateHead;
import io.millrace.spi.OperatorSpec;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.checkpoint.ListCheckpointed;
import io.millrace.streaming.api.operators.StreamOperatorFactory;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What can be seen of a function without calling it: the descriptors in its fields, and in those of
 * functions that it wraps, static ones included. A descriptor does not say whether its list is one
 * of keys or of an operator; the snapshot does.
 */
final class DeclaredStates {

    private static final Logger LOG = LoggerFactory.getLogger(DeclaredStates.class);

    private final Map<String, StateDescriptor<?, ?>> descriptors = new LinkedHashMap<>();
    private final List<Object> functions = new ArrayList<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private DeclaredStates() {}

    /** Of an operator. */
    static DeclaredStates in(OperatorSpec spec) {
        DeclaredStates found = new DeclaredStates();
        found.part(spec);
        return found;
    }

    /** What the program itself says of an operator, or a function of its. */
    private void part(Object part) {
        if (part instanceof StateDescriptor<?, ?> descriptor) {
            descriptors.putIfAbsent(descriptor.getName(), descriptor);
        } else if (part instanceof Collection<?> parts) {
            parts.forEach(this::part);
        } else if (part instanceof Record
                && part.getClass().getPackage() == OperatorSpec.class.getPackage()) {
            for (RecordComponent component : part.getClass().getRecordComponents()) {
                try {
                    component.getAccessor().setAccessible(true);
                    part(component.getAccessor().invoke(part));
                } catch (IllegalAccessException | InvocationTargetException e) {
                    throw new IllegalStateException(component + " can't be read", e);
                }
            }
        } else if (part != null && !(part instanceof Enum) && !isOfTheJdk(part.getClass())) {
            object(part);
        }
    }

    private void object(Object object) {
        if (!seen.add(object)) {
            return;
        }
        functions.add(object);
        for (Class<?> type = object.getClass();
                type != null && !isOfTheJdk(type);
                type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!field.getType().isPrimitive()) {
                    field(field, object);
                }
            }
        }
    }

    private void field(Field field, Object of) {
        try {
            field.setAccessible(true);
            Object value = field.get(Modifier.isStatic(field.getModifiers()) ? null : of);
            if (value instanceof StateDescriptor<?, ?> descriptor) {
                descriptors.putIfAbsent(descriptor.getName(), descriptor);
            } else if (value instanceof Function) {
                object(value);
            }
        } catch (InaccessibleObjectException | IllegalAccessException e) {
            LOG.debug("{} can't be looked into; what it holds counts as unknown", field, e);
        }
    }

    private static boolean isOfTheJdk(Class<?> type) {
        return type.getClassLoader() == null || type.isArray();
    }

    /** Whether initializing and opening an operator with them calls nothing of the user's. */
    @SuppressWarnings("deprecation") // the older way to keep lists
    boolean areSilent() {
        return areSilentWhenOpened()
                && functions.stream()
                        .noneMatch(
                                each ->
                                        each instanceof CheckpointedFunction
                                                || each instanceof ListCheckpointed
                                                || each instanceof StreamOperatorFactory);
    }

    /** Whether opening it does, after its state was initialized. */
    boolean areSilentWhenOpened() {
        return functions.stream().allMatch(DeclaredStates::isSilentWhenOpened);
    }

    private static boolean isSilentWhenOpened(Object object) {
        return !(object instanceof RichFunction)
                || isOurs(object, "open", OpenContext.class)
                        && isOurs(object, "open", Configuration.class)
                        && isOurs(object, "setRuntimeContext", RuntimeContext.class);
    }

    private static boolean isOurs(Object object, String name, Class<?> parameter) {
        try {
            Class<?> declares = object.getClass().getMethod(name, parameter).getDeclaringClass();
            return declares.getModule() == RichFunction.class.getModule()
                    && declares.getPackageName().startsWith("io.millrace.")
                    && declares.getPackageName().contains(".functions");
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(object.getClass() + " is a RichFunction", e);
        }
    }

    /** Whether the code of a function has this text, in its class or one within it. */
    boolean mention(String text) {
        return functions.stream().anyMatch(each -> mentions(each.getClass(), text));
    }

    private static boolean mentions(Class<?> function, String text) {
        for (Class<?> type = function;
                type != null && !isOfTheJdk(type);
                type = type.getSuperclass()) {
            if (TextsOfClass.of(type).contains(text)) {
                return true;
            }
            for (Class<?> within : type.getDeclaredClasses()) {
                if (TextsOfClass.of(within).contains(text)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The names of those that were seen. */
    Collection<StateDescriptor<?, ?>> descriptors() {
        return descriptors.values();
    }

    /** What was seen under the name of a state of a snapshot, used as that is if it can be. */
    static Optional<AskedFor> of(Collection<StateDescriptor<?, ?>> seen, StateHead head) {
        return seen.stream()
                .filter(each -> each.getName().equals(head.name()))
                .filter(each -> AskedFor.Place.of(head) != AskedFor.Place.TIMERS)
                .filter(each -> AskedFor.Place.of(head) != AskedFor.Place.NAMESPACED)
                .map(each -> as(each, head))
                .findFirst();
    }

    private static AskedFor as(StateDescriptor<?, ?> descriptor, StateHead head) {
        if (head.isKeyed()) {
            return AskedFor.keyed(AskingKeyedState.kept(descriptor), null);
        }
        String kind =
                descriptor instanceof MapStateDescriptor
                        ? OperatorStateRedistribution.BROADCAST
                        : head.kind().equals(OperatorStateRedistribution.UNION)
                                        && descriptor instanceof ListStateDescriptor
                                ? OperatorStateRedistribution.UNION
                                : OperatorStateRedistribution.LIST;
        return descriptor instanceof ListStateDescriptor || descriptor instanceof MapStateDescriptor
                ? AskedFor.operator(descriptor, kind)
                : AskedFor.keyed(AskingKeyedState.kept(descriptor), null);
    }
}
