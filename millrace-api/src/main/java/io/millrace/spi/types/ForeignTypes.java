// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi.types;

import io.millrace.api.common.typeinfo.TypeInformation;

/**
 * A family of classes that a format knows how to handle, so that they need no type information of
 * the program's: found by {@link java.util.ServiceLoader}.
 */
public interface ForeignTypes {

    /** The name of the class that all of the family extend. */
    String superclass();

    /** The type information of one of the family. */
    <T> TypeInformation<T> of(Class<T> type);
}
