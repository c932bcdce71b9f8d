// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Internal;
import io.millrace.annotation.Public;
import io.millrace.api.common.typeinfo.TypeInfo;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.typeutils.EitherTypeInfoFactory;

/** One of two: a left value or a right one. */
@Public
@TypeInfo(EitherTypeInfoFactory.class)
public abstract class Either<L, R> {

    public Either() {}

    /** A left one. */
    public static <L, R> Either<L, R> Left(L value) {
        return new Left<>(value);
    }

    /** A right one. */
    public static <L, R> Either<L, R> Right(R value) {
        return new Right<>(value);
    }

    /**
     * The left value.
     *
     * @throws IllegalStateException when this is a right one
     */
    public abstract L left() throws IllegalStateException;

    /**
     * The right value.
     *
     * @throws IllegalStateException when this is a left one
     */
    public abstract R right() throws IllegalStateException;

    public final boolean isLeft() {
        return getClass() == Left.class;
    }

    public final boolean isRight() {
        return getClass() == Right.class;
    }

    /** The given one, if it is a left one, else a new one with a value of the serializer's. */
    @Internal
    public static <L, R> Left<L, R> obtainLeft(
            Either<L, R> input, TypeSerializer<L> leftSerializer) {
        return input instanceof Left<L, R> left ? left : Left.of(leftSerializer.createInstance());
    }

    /** The given one, if it is a right one, else a new one with a value of the serializer's. */
    @Internal
    public static <L, R> Right<L, R> obtainRight(
            Either<L, R> input, TypeSerializer<R> rightSerializer) {
        return input instanceof Right<L, R> right
                ? right
                : Right.of(rightSerializer.createInstance());
    }

    /** A left value. */
    public static class Left<L, R> extends Either<L, R> {

        private L value;

        /** Not null. */
        public Left(L value) {
            this.value = java.util.Objects.requireNonNull(value, "value");
        }

        @Override
        public L left() {
            return value;
        }

        @Override
        public R right() {
            throw new IllegalStateException("There is no right value in " + this + '.');
        }

        public void setValue(L value) {
            this.value = value;
        }

        @Override
        public boolean equals(Object obj) {
            return obj instanceof Left<?, ?> other && value.equals(other.value);
        }

        @Override
        public int hashCode() {
            return value.hashCode();
        }

        @Override
        public String toString() {
            return "Left(" + value + ")";
        }

        public static <L, R> Left<L, R> of(L left) {
            return new Left<>(left);
        }
    }

    /** A right value. */
    public static class Right<L, R> extends Either<L, R> {

        private R value;

        /** Not null. */
        public Right(R value) {
            this.value = java.util.Objects.requireNonNull(value, "value");
        }

        @Override
        public L left() {
            throw new IllegalStateException("There is no left value in " + this + '.');
        }

        @Override
        public R right() {
            return value;
        }

        public void setValue(R value) {
            this.value = value;
        }

        @Override
        public boolean equals(Object obj) {
            return obj instanceof Right<?, ?> other && value.equals(other.value);
        }

        @Override
        public int hashCode() {
            return value.hashCode();
        }

        @Override
        public String toString() {
            return "Right(" + value + ")";
        }

        public static <L, R> Right<L, R> of(R right) {
            return new Right<>(right);
        }
    }
}
