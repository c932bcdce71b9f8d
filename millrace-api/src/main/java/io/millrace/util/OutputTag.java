// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import static io.millrace.util.Preconditions.checkArgument;
import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.typeutils.TypeExtractor;
import java.io.Serializable;

/**
 * Names a side output and the type of its records. Made as an anonymous subclass, {@code new
 * OutputTag<String>("late") {}}, it keeps its type argument, from which the type is told; or the
 * type is given.
 *
 * @param <T> the records
 */
@PublicEvolving
public class OutputTag<T> implements Serializable {

    private static final long serialVersionUID = 2L;

    private final String id;
    private final TypeInformation<T> typeInfo;

    /**
     * A tag whose type is told from its type argument; to be made as an anonymous subclass.
     *
     * @param id the name, not empty
     * @throws InvalidTypesException when the type can't be told
     */
    public OutputTag(String id) {
        this.id = checkId(id);
        try {
            this.typeInfo = TypeExtractor.createTypeInfo(this, OutputTag.class, getClass(), 0);
        } catch (InvalidTypesException e) {
            throw new InvalidTypesException(
                    "The type of side output '"
                            + id
                            + "' can't be told. Make the tag as an anonymous subclass, as in new"
                            + " OutputTag<Tuple2<String, Long>>(\""
                            + id
                            + "\") {}, or give the type: new OutputTag<>(\""
                            + id
                            + "\", typeInformation).",
                    e);
        }
    }

    /**
     * A tag of a type.
     *
     * @param id the name, not empty
     */
    public OutputTag(String id, TypeInformation<T> typeInfo) {
        this.id = checkId(id);
        this.typeInfo = checkNotNull(typeInfo, "The type of side output '%s' is null.", id);
    }

    private static String checkId(String id) {
        checkNotNull(id, "The name of a side output is null.");
        checkArgument(!id.isEmpty(), "The name of a side output is empty.");
        return id;
    }

    /** Whether a record under the second tag goes to the output of the first. */
    public static boolean isResponsibleFor(OutputTag<?> owner, OutputTag<?> other) {
        return other.equals(owner);
    }

    /** The name. */
    public String getId() {
        return id;
    }

    /** The type. */
    public TypeInformation<T> getTypeInfo() {
        return typeInfo;
    }

    /** Tags are equal by name. */
    @Override
    public boolean equals(Object obj) {
        return this == obj || (obj instanceof OutputTag<?> other && id.equals(other.id));
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return "OutputTag(" + typeInfo + ", " + id + ')';
    }
}
