// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.typeutils.runtime.EitherSerializer;
import io.millrace.types.Either;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** An {@link Either} and the types of its two sides. */
@Public
public class EitherTypeInfo<L, R> extends TypeInformation<Either<L, R>> {

    private static final long serialVersionUID = 1L;

    private final TypeInformation<L> leftType;
    private final TypeInformation<R> rightType;

    @PublicEvolving
    public EitherTypeInfo(TypeInformation<L> leftType, TypeInformation<R> rightType) {
        this.leftType = Objects.requireNonNull(leftType, "leftType");
        this.rightType = Objects.requireNonNull(rightType, "rightType");
    }

    @Override
    @PublicEvolving
    public boolean isBasicType() {
        return false;
    }

    @Override
    @PublicEvolving
    public boolean isTupleType() {
        return false;
    }

    @Override
    @PublicEvolving
    public int getArity() {
        return 1;
    }

    @Override
    @PublicEvolving
    public int getTotalFields() {
        return 1;
    }

    @Override
    @PublicEvolving
    @SuppressWarnings("unchecked") // a class literal has no parameters
    public Class<Either<L, R>> getTypeClass() {
        return (Class<Either<L, R>>) (Class<?>) Either.class;
    }

    @Override
    @PublicEvolving
    public Map<String, TypeInformation<?>> getGenericParameters() {
        Map<String, TypeInformation<?>> parameters = new HashMap<>();
        parameters.put("L", leftType);
        parameters.put("R", rightType);
        return parameters;
    }

    @Override
    @PublicEvolving
    public boolean isKeyType() {
        return false;
    }

    @Override
    @PublicEvolving
    public TypeSerializer<Either<L, R>> createSerializer(SerializerConfig config) {
        return new EitherSerializer<>(
                leftType.createSerializer(config), rightType.createSerializer(config));
    }

    @Override
    @PublicEvolving
    public TypeSerializer<Either<L, R>> createSerializer(ExecutionConfig config) {
        return createSerializer(config.getSerializerConfig());
    }

    @Override
    public String toString() {
        return "Either <" + leftType + ", " + rightType + ">";
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof EitherTypeInfo<?, ?> other
                && other.canEqual(this)
                && leftType.equals(other.leftType)
                && rightType.equals(other.rightType);
    }

    @Override
    public int hashCode() {
        return 17 * leftType.hashCode() + rightType.hashCode();
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof EitherTypeInfo;
    }

    public TypeInformation<L> getLeftType() {
        return leftType;
    }

    public TypeInformation<R> getRightType() {
        return rightType;
    }
}
