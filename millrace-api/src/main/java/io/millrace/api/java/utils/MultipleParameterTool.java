// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.utils;

import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.PublicEvolving;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Parameters of a program of which a key may have several values, as in {@code --in a --in b}.
 * Asked for one value, a key with several is refused.
 */
@PublicEvolving
public class MultipleParameterTool extends AbstractParameterTool {

    private static final long serialVersionUID = 1L;

    /** The parameters, each with its values in their order; can't be changed. */
    protected final Map<String, Collection<String>> data;

    private MultipleParameterTool(Map<String, Collection<String>> data) {
        Map<String, Collection<String>> copy = new HashMap<>();
        data.forEach(
                (key, values) ->
                        copy.put(key, Collections.unmodifiableList(new ArrayList<>(values))));
        this.data = Collections.unmodifiableMap(copy);
        begin(this.data.keySet());
    }

    /**
     * From the arguments of a program: {@code --key value} or {@code -key value}; a key may stand
     * alone, and may come again. What begins with a dash is no value, except for negative numbers.
     *
     * @throws IllegalArgumentException if a value stands where a key was expected
     */
    public static MultipleParameterTool fromArgs(String[] args) {
        Map<String, Collection<String>> map = new HashMap<>();
        ProgramArguments.each(
                args, (key, value) -> map.computeIfAbsent(key, k -> new ArrayList<>()).add(value));
        return fromMultiMap(map);
    }

    /** From a map. */
    public static MultipleParameterTool fromMultiMap(Map<String, Collection<String>> multiMap) {
        return new MultipleParameterTool(checkNotNull(multiMap, "The map of parameters is null."));
    }

    @Override
    public int getNumberOfParameters() {
        return data.size();
    }

    /**
     * The value of a key, null if it was not given.
     *
     * @throws RuntimeException if it has several
     */
    @Override
    public String get(String key) {
        Collection<String> values = getMultiParameter(key);
        if (values == null || values.isEmpty()) {
            return null;
        }
        if (values.size() > 1) {
            throw new RuntimeException(
                    "The parameter '"
                            + key
                            + "' has "
                            + values.size()
                            + " values, "
                            + values
                            + ", where one is expected.");
        }
        return values.iterator().next();
    }

    @Override
    public boolean has(String value) {
        addToDefaults(value, null);
        unrequestedParameters.remove(value);
        return data.containsKey(value);
    }

    /** The values of a key in their order, null if it was not given. */
    public Collection<String> getMultiParameter(String key) {
        addToDefaults(key, null);
        unrequestedParameters.remove(key);
        return data.get(key);
    }

    /**
     * The values of a key in their order.
     *
     * @throws RuntimeException if it was not given
     */
    public Collection<String> getMultiParameterRequired(String key) {
        Collection<String> values = getMultiParameter(key);
        if (values == null) {
            throw new RuntimeException(
                    "The parameter '"
                            + key
                            + "' is required and was not given: add --"
                            + key
                            + " VALUE.");
        }
        return values;
    }

    /** The parameters of both; where both have a key, the values of the other follow. */
    public MultipleParameterTool mergeWith(MultipleParameterTool other) {
        Map<String, Collection<String>> merged = new HashMap<>();
        for (MultipleParameterTool one : List.of(this, other)) {
            one.data.forEach(
                    (key, values) ->
                            merged.computeIfAbsent(key, k -> new ArrayList<>()).addAll(values));
        }
        MultipleParameterTool both = new MultipleParameterTool(merged);
        both.unrequestedParameters.removeAll(requested());
        both.unrequestedParameters.removeAll(other.requested());
        return both;
    }

    private Set<String> requested() {
        Set<String> requested = new HashSet<>(data.keySet());
        requested.removeAll(unrequestedParameters);
        return requested;
    }

    /** Each key with its last value. */
    @Override
    public Map<String, String> toMap() {
        Map<String, String> last = new LinkedHashMap<>();
        data.forEach(
                (key, values) -> {
                    String value = null;
                    for (String next : values) {
                        value = next;
                    }
                    last.put(key, value);
                });
        return last;
    }

    /** Each key with all its values. */
    public Map<String, Collection<String>> toMultiMap() {
        return data;
    }

    @Override
    protected Object clone() throws CloneNotSupportedException {
        return new MultipleParameterTool(data);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        begin(data.keySet());
    }

    @Override
    public boolean equals(Object o) {
        return this == o
                || (o instanceof MultipleParameterTool other
                        && getClass() == other.getClass()
                        && data.equals(other.data)
                        && defaultData.equals(other.defaultData)
                        && unrequestedParameters.equals(other.unrequestedParameters));
    }

    @Override
    public int hashCode() {
        return Objects.hash(data, defaultData, unrequestedParameters);
    }
}
