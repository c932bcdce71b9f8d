// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.spi.CallSite;
import java.util.function.Supplier;

/**
 * Finds out what a function emits. Where that cannot be found out (a lambda does not say) the type
 * is recorded as missing: the job runs all the same, and only who asks for the type gets an error,
 * which tells where it was lost.
 */
final class OutputTypes {

    private OutputTypes() {}

    /** What was given, else what is found, else a type that is missing since this call. */
    @SuppressWarnings("unchecked") // a missing type stands for any
    static <R> TypeInformation<R> of(
            TypeInformation<R> given, String call, Supplier<TypeInformation<R>> found) {
        if (given != null) {
            return given;
        }
        try {
            return found.get();
        } catch (InvalidTypesException e) {
            return (TypeInformation<R>) new MissingTypeInfo(CallSite.of(call), e);
        }
    }

    static boolean isMissing(TypeInformation<?> type) {
        return type instanceof MissingTypeInfo;
    }
}
