// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.annotation.PublicEvolving;

/** A tree of Jackson's from JSON; prefer a class of your own, whose state can evolve. */
@Deprecated
@PublicEvolving
public class JsonNodeDeserializationSchema extends JsonDeserializationSchema<ObjectNode> {

    private static final long serialVersionUID = 2L;

    public JsonNodeDeserializationSchema() {
        super(ObjectNode.class);
    }
}
