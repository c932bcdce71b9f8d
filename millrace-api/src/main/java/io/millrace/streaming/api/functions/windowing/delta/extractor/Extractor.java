// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.windowing.delta.extractor;

import io.millrace.annotation.Internal;
import java.io.Serializable;

/** Takes a part out of a record. */
@Internal
public interface Extractor<FROM, TO> extends Serializable {

    /** The part. */
    TO extract(FROM in);
}
