// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/**
 * Some entries of one state as bytes, each preceded by its length, so that they can be carried
 * along, counted and skipped by who does not know the type.
 *
 * @param entries how many
 * @param bytes lengths and entries
 */
public record StateBlock(int entries, byte[] bytes) {

    /** Takes the bytes of one entry. */
    public interface EntryReader {

        /**
         * @param in positioned at the entry, in a view of the whole block
         * @param length of the entry; exactly so many bytes are to be read
         */
        void read(DataInputDeserializer in, int length) throws IOException;
    }

    /** Reads all entries. An entry that is not read to its end exactly is an error. */
    public void forEach(EntryReader reader) throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        for (int i = 0; i < entries; i++) {
            int length = readLength(in);
            int end = in.getPosition() + length;
            if (length < 0 || end < 0 || end > bytes.length) {
                throw new IOException(
                        "entry "
                                + i
                                + " of a block claims a length of "
                                + length
                                + " bytes, more than there are");
            }
            reader.read(in, length);
            if (in.getPosition() != end) {
                throw new IOException(
                        "entry "
                                + i
                                + " of a block has "
                                + length
                                + " bytes, but its type's serializer read "
                                + (length + in.getPosition() - end));
            }
        }
        if (in.getPosition() != bytes.length) {
            throw new IOException(
                    (bytes.length - in.getPosition()) + " bytes follow the last entry of a block");
        }
    }

    /** Writes one entry as it stands in a block. */
    public static void writeEntry(byte[] bytes, int offset, int length, DataOutputView block)
            throws IOException {
        writeLength(length, block);
        block.write(bytes, offset, length);
    }

    static void writeLength(int length, DataOutputView block) throws IOException {
        int rest = length;
        while (rest >= 0x80) {
            block.writeByte(rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        block.writeByte(rest);
    }

    static int readLength(DataInputDeserializer in) throws IOException {
        int value = 0;
        for (int shift = 0; shift < 32; shift += 7) {
            int b = in.readUnsignedByte();
            value |= (b & 0x7f) << shift;
            if (b < 0x80) {
                return value;
            }
        }
        throw new IOException("an entry's length has more than five bytes");
    }
}
