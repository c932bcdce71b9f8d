// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.runtime.throwable.ThrowableAnnotation;
import io.millrace.runtime.throwable.ThrowableType;
import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Another process has taken the job over. This one may complete no checkpoint, commit nothing and
 * remove nothing any more; no restart would change that.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class FencedException extends IOException {

    private static final long serialVersionUID = 1L;

    FencedException(String message) {
        super(message);
    }

    /** Whether this is why something failed. */
    public static boolean isCauseOf(Throwable failure) {
        // Chains of causes made by users may have circles.
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable next = failure; next != null && seen.add(next); next = next.getCause()) {
            if (next instanceof FencedException) {
                return true;
            }
        }
        return false;
    }
}
