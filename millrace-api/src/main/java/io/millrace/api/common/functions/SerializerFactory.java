// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;

/** Makes serializers under the settings of one job. */
@Internal
public interface SerializerFactory {

    /** The serializer for a type, configured as the job asked. */
    <T> TypeSerializer<T> createSerializer(TypeInformation<T> typeInformation);
}
