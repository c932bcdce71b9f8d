// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.serialization;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeinfo.BasicTypeInfo;
import io.millrace.api.common.typeinfo.TypeInformation;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** A string as its characters in a charset, by default UTF-8. */
@PublicEvolving
public class SimpleStringSchema
        implements DeserializationSchema<String>, SerializationSchema<String> {

    private static final long serialVersionUID = 1L;

    private transient Charset charset;

    /** In UTF-8. */
    public SimpleStringSchema() {
        this(StandardCharsets.UTF_8);
    }

    /** In that charset. */
    public SimpleStringSchema(Charset charset) {
        this.charset = Objects.requireNonNull(charset, "charset");
    }

    /** The charset. */
    public Charset getCharset() {
        return charset;
    }

    @Override
    public String deserialize(byte[] message) {
        return new String(message, charset);
    }

    @Override
    public boolean isEndOfStream(String nextElement) {
        return false;
    }

    @Override
    public byte[] serialize(String element) {
        return element.getBytes(charset);
    }

    @Override
    public TypeInformation<String> getProducedType() {
        return BasicTypeInfo.STRING_TYPE_INFO;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
        out.writeUTF(charset.name());
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        charset = Charset.forName(in.readUTF());
    }
}
