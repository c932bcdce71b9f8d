// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.typeinfo.TypeInfoFactory;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.types.Either;
import java.lang.reflect.Type;
import java.util.Map;

/** Makes the type of an {@link Either} from those of its two sides. */
public class EitherTypeInfoFactory<L, R> extends TypeInfoFactory<Either<L, R>> {

    @Override
    @SuppressWarnings("unchecked") // the parameters' names say which is which
    public TypeInformation<Either<L, R>> createTypeInfo(
            Type t, Map<String, TypeInformation<?>> genericParameters) {
        TypeInformation<?> left = genericParameters.get("L");
        TypeInformation<?> right = genericParameters.get("R");
        if (left == null || right == null) {
            throw new InvalidTypesException(
                    "The types of both sides of an Either must be known, but of "
                            + t
                            + " that of the "
                            + (left == null ? "left" : "right")
                            + " is not. Use Types.EITHER(...).");
        }
        return new EitherTypeInfo<>((TypeInformation<L>) left, (TypeInformation<R>) right);
    }
}
