// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import org.apache.flink.util.InstantiationUtil;

/** Objects in settings, which hold texts. They live as long as the job. */
final class Serialized {

    private Serialized() {}

    static String write(Object object) {
        try {
            return Base64.getEncoder().encodeToString(InstantiationUtil.serializeObject(object));
        } catch (IOException e) {
            throw new UncheckedIOException(object + " can't be serialized", e);
        }
    }

    static Object read(String text, ClassLoader loader) {
        try {
            return InstantiationUtil.<Object>deserializeObject(
                    Base64.getDecoder().decode(text), loader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
