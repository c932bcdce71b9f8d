// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.format.avro;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.formats.avro.typeutils.AvroTypeInfo;
import io.millrace.spi.types.ForeignTypes;
import org.apache.avro.specific.SpecificRecordBase;

/** The classes that Avro's compiler makes. */
public final class AvroTypes implements ForeignTypes {

    @Override
    public String superclass() {
        return SpecificRecordBase.class.getName();
    }

    @Override
    @SuppressWarnings("unchecked") // asked only for subclasses of the superclass named above
    public <T> TypeInformation<T> of(Class<T> type) {
        return (TypeInformation<T>) new AvroTypeInfo<>(type.asSubclass(SpecificRecordBase.class));
    }
}
