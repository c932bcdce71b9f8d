// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import org.apache.avro.Schema;

/** Reads and writes what stands before a message and says which schema it is of. */
public interface SchemaCoder {

    /** The schema that the message was written by; the stream is then at the message. */
    Schema readSchema(InputStream in) throws IOException;

    /** Says by which schema the message that follows is written. */
    void writeSchema(Schema schema, OutputStream out) throws IOException;

    /** Makes a coder in each task. */
    interface SchemaCoderProvider extends Serializable {

        SchemaCoder get();
    }
}
