// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util.serialization;

import io.millrace.annotation.Public;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;

/**
 * First name of {@link io.millrace.api.common.serialization.TypeInformationSerializationSchema}.
 */
@Public
public class TypeInformationSerializationSchema<T>
        extends io.millrace.api.common.serialization.TypeInformationSerializationSchema<T>
        implements DeserializationSchema<T>, SerializationSchema<T> {

    private static final long serialVersionUID = -5359448468131559102L;

    public TypeInformationSerializationSchema(TypeInformation<T> typeInfo, ExecutionConfig ec) {
        super(typeInfo, ec);
    }
}
