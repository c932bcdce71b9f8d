// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi.types;

import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.typeutils.MissingTypeInfo;

/**
 * Asks for a type where there is no doing without: the one place where a type that was only
 * recorded as missing becomes an error.
 */
public final class RequiredType {

    private RequiredType() {}

    /**
     * The type, which must be known.
     *
     * @throws InvalidTypesException if it is missing, with the place of the call and the two ways
     *     out
     */
    public static <T> TypeInformation<T> of(TypeInformation<T> type) {
        // The cast is through Object: a missing type pretends to be of whatever was asked for.
        if ((Object) type instanceof MissingTypeInfo missing) {
            InvalidTypesException why = missing.getTypeException();
            throw new InvalidTypesException(
                    "The type of what "
                            + missing.getFunctionName()
                            + " returns is needed here and could not be found out: a lambda does not say"
                            + " it. Either add .returns(...) behind that call, for example"
                            + " .returns(Types.TUPLE(Types.STRING, Types.INT)), or write the function as"
                            + " an (anonymous) class. What was tried: "
                            + why.getMessage(),
                    why);
        }
        return type;
    }
}
