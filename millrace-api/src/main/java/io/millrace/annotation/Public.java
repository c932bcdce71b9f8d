// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/** Stays source and binary compatible within a major version. */
@Documented
@Target(ElementType.TYPE)
public @interface Public {}
