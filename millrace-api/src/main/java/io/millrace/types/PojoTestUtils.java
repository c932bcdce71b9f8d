// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.serialization.SerializerConfigImpl;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.typeutils.PojoTypeInfo;

/**
 * Checks in a test that a class is a POJO, as it was meant to be. It is here and not in the test
 * kit because this is the module of its package.
 */
@PublicEvolving
public class PojoTestUtils {

    public PojoTestUtils() {}

    /**
     * The class is treated as a POJO; its fields may be of any class.
     *
     * @throws AssertionError when it is not; the log says why
     */
    public static <T> void assertSerializedAsPojo(Class<T> clazz) throws AssertionError {
        TypeInformation<T> type = TypeInformation.of(clazz);
        if (!(type instanceof PojoTypeInfo)) {
            throw new AssertionError(
                    "Instances of the class '"
                            + clazz.getName()
                            + "' are not treated as POJOs, but as "
                            + type
                            + ". A POJO is a public class with a public constructor without"
                            + " arguments, whose fields are public or have a getter and a setter.");
        }
    }

    /**
     * The class is treated as a POJO, and none of its fields is left to Kryo.
     *
     * @throws AssertionError when it is not so
     */
    public static <T> void assertSerializedAsPojoWithoutKryo(Class<T> clazz) throws AssertionError {
        assertSerializedAsPojo(clazz);
        SerializerConfigImpl config = new SerializerConfigImpl();
        config.setGenericTypes(false);
        try {
            TypeInformation.of(clazz).createSerializer(config);
        } catch (UnsupportedOperationException e) {
            throw new AssertionError(
                    "A field of the class '"
                            + clazz.getName()
                            + "', or of a class in it, is left to Kryo: "
                            + e.getMessage(),
                    e);
        }
    }
}
