// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.annotation.Public;
import io.millrace.api.common.typeinfo.TypeInformation;

/**
 * A function, source or format that says itself which type it produces.
 *
 * @param <T> what it produces
 */
@Public
public interface ResultTypeQueryable<T> {

    /** The type of what it produces. */
    TypeInformation<T> getProducedType();
}
