// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.spi.types.ForeignTypes;
import java.util.ServiceLoader;

/** Classes whose kind a format knows: those that Avro's compiler makes. */
final class ForeignFamilies {

    private static final String AVRO = "org.apache.avro.specific.SpecificRecordBase";

    private ForeignFamilies() {}

    /**
     * The type information of a class that belongs to a family; null if it belongs to none.
     *
     * @throws InvalidTypesException if it belongs to one whose format is not on the class path
     */
    static TypeInformation<?> find(Class<?> type) {
        // By name: the API knows nothing of Avro, and most classes have few superclasses.
        for (Class<?> at = type.getSuperclass();
                at != null && at != Object.class;
                at = at.getSuperclass()) {
            if (at.getName().equals(AVRO)) {
                return ask(type, at.getName());
            }
        }
        return null;
    }

    private static TypeInformation<?> ask(Class<?> type, String family) {
        TypeInformation<?> found =
                ask(type, family, ServiceLoader.load(ForeignTypes.class, type.getClassLoader()));
        if (found == null) {
            ClassLoader own = ForeignTypes.class.getClassLoader();
            found = ask(type, family, ServiceLoader.load(ForeignTypes.class, own));
        }
        if (found == null) {
            throw new InvalidTypesException(
                    type.getName()
                            + " is a class of Avro's, and the format for it is not on the class path."
                            + " Add io.millrace:millrace-format-avro.");
        }
        return found;
    }

    private static TypeInformation<?> ask(
            Class<?> type, String family, ServiceLoader<ForeignTypes> services) {
        for (ForeignTypes types : services) {
            if (types.superclass().equals(family)) {
                return types.of(type);
            }
        }
        return null;
    }
}
