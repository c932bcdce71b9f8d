// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.connector.base.sink.writer.AsyncSinkWriterStateSerializer;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;

/** Writes entries that wait: the data, the length of which stands before it, and the key. */
public final class PutsSerializer extends AsyncSinkWriterStateSerializer<PutRecordsRequestEntry> {

    private static final int VERSION = 1;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    protected void serializeRequestToStream(PutRecordsRequestEntry request, DataOutputStream out)
            throws IOException {
        byte[] data = request.data().asByteArrayUnsafe();
        out.writeUTF(request.partitionKey());
        out.writeInt(data.length);
        out.write(data);
    }

    @Override
    protected PutRecordsRequestEntry deserializeRequestFromStream(
            long requestSize, DataInputStream in) throws IOException {
        String key = in.readUTF();
        byte[] data = new byte[in.readInt()];
        in.readFully(data);
        return PutRecordsRequestEntry.builder()
                .partitionKey(key)
                .data(SdkBytes.fromByteArrayUnsafe(data))
                .build();
    }
}
