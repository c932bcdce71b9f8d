// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.types.Either;
import java.io.IOException;
import java.util.Objects;

/** An {@link Either}: a byte that is 1 for a left one, and the value. */
@Internal
public class EitherSerializer<L, R> extends TypeSerializer<Either<L, R>> {

    private static final long serialVersionUID = 1L;

    private final TypeSerializer<L> leftSerializer;
    private final TypeSerializer<R> rightSerializer;

    /** With the serializers of the two sides. */
    public EitherSerializer(TypeSerializer<L> leftSerializer, TypeSerializer<R> rightSerializer) {
        this.leftSerializer = Objects.requireNonNull(leftSerializer, "leftSerializer");
        this.rightSerializer = Objects.requireNonNull(rightSerializer, "rightSerializer");
    }

    public TypeSerializer<R> getRightSerializer() {
        return rightSerializer;
    }

    public TypeSerializer<L> getLeftSerializer() {
        return leftSerializer;
    }

    @Override
    public boolean isImmutableType() {
        return leftSerializer.isImmutableType() && rightSerializer.isImmutableType();
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // duplicate() answers itself where there is no state
    public TypeSerializer<Either<L, R>> duplicate() {
        TypeSerializer<L> left = leftSerializer.duplicate();
        TypeSerializer<R> right = rightSerializer.duplicate();
        return left == leftSerializer && right == rightSerializer
                ? this
                : new EitherSerializer<>(left, right);
    }

    @Override
    public Either<L, R> createInstance() {
        return Either.Right(rightSerializer.createInstance());
    }

    @Override
    public Either<L, R> copy(Either<L, R> from) {
        return from.isLeft()
                ? Either.Left(leftSerializer.copy(from.left()))
                : Either.Right(rightSerializer.copy(from.right()));
    }

    @Override
    public Either<L, R> copy(Either<L, R> from, Either<L, R> reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(Either<L, R> record, DataOutputView target) throws IOException {
        target.writeBoolean(record.isLeft());
        if (record.isLeft()) {
            leftSerializer.serialize(record.left(), target);
        } else {
            rightSerializer.serialize(record.right(), target);
        }
    }

    @Override
    public Either<L, R> deserialize(DataInputView source) throws IOException {
        return source.readBoolean()
                ? Either.Left(leftSerializer.deserialize(source))
                : Either.Right(rightSerializer.deserialize(source));
    }

    @Override
    public Either<L, R> deserialize(Either<L, R> reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        boolean left = source.readBoolean();
        target.writeBoolean(left);
        if (left) {
            leftSerializer.copy(source, target);
        } else {
            rightSerializer.copy(source, target);
        }
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof EitherSerializer<?, ?> other
                && leftSerializer.equals(other.leftSerializer)
                && rightSerializer.equals(other.rightSerializer);
    }

    @Override
    public int hashCode() {
        return 17 * leftSerializer.hashCode() + rightSerializer.hashCode();
    }

    @Override
    public JavaEitherSerializerSnapshot<L, R> snapshotConfiguration() {
        return new JavaEitherSerializerSnapshot<>(this);
    }
}
