// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.annotation.Internal;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;

/**
 * Stands for a type that could not be found out, and keeps why. A program with such a stream runs;
 * only where the type itself is asked for does {@link #getTypeException()} become an error.
 */
@Internal
public class MissingTypeInfo extends TypeInformation<InvalidTypesException> {

    private static final long serialVersionUID = -4212082837126702723L;

    private final String functionName;
    private final InvalidTypesException typeException;

    /** The function's name holds the place of the call, such as {@code main(WordCount.java:23)}. */
    public MissingTypeInfo(String functionName) {
        this(
                functionName,
                new InvalidTypesException("The type of what the function returns is not known."));
    }

    /** With the reason. */
    public MissingTypeInfo(String functionName, InvalidTypesException typeException) {
        this.functionName = functionName;
        this.typeException = typeException;
    }

    /** The name of the function with the place of the call. */
    public String getFunctionName() {
        return functionName;
    }

    /**
     * Why the type is not known, where the call is, and the two ways out; a message for the user.
     */
    public InvalidTypesException getTypeException() {
        return typeException;
    }

    @Override
    public boolean isBasicType() {
        throw unknown();
    }

    @Override
    public boolean isTupleType() {
        throw unknown();
    }

    @Override
    public int getArity() {
        throw unknown();
    }

    @Override
    public Class<InvalidTypesException> getTypeClass() {
        throw unknown();
    }

    @Override
    public boolean isKeyType() {
        throw unknown();
    }

    @Override
    public TypeSerializer<InvalidTypesException> createSerializer(SerializerConfig config) {
        throw unknown();
    }

    @Override
    public TypeSerializer<InvalidTypesException> createSerializer(ExecutionConfig executionConfig) {
        throw unknown();
    }

    @Override
    public int getTotalFields() {
        throw unknown();
    }

    private InvalidTypesException unknown() {
        return new InvalidTypesException(typeException.getMessage(), typeException);
    }

    @Override
    public String toString() {
        return getClass().getSimpleName()
                + "<"
                + functionName
                + ", "
                + typeException.getMessage()
                + ">";
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof MissingTypeInfo other
                && other.canEqual(this)
                && functionName.equals(other.functionName)
                && typeException.equals(other.typeException);
    }

    @Override
    public int hashCode() {
        return 31 * functionName.hashCode() + typeException.hashCode();
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof MissingTypeInfo;
    }
}
