// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeinfo;

import io.millrace.annotation.Public;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says which factory gives the type information of a class, or of one field of a POJO. */
@Documented
@Target({ElementType.TYPE, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
@Public
public @interface TypeInfo {

    /** The factory; it needs a public constructor without arguments. */
    @SuppressWarnings("rawtypes") // the mirrored signature
    Class<? extends TypeInfoFactory> value();
}
