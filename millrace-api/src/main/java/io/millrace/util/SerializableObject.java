// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import io.millrace.annotation.Internal;
import java.io.Serializable;

/** An object that does nothing but travel, to be locked on. */
@Internal
public class SerializableObject implements Serializable {

    private static final long serialVersionUID = -7322636177391854669L;

    /** A new one. */
    public SerializableObject() {}
}
