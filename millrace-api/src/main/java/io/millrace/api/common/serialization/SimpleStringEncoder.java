// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.serialization;

import io.millrace.annotation.PublicEvolving;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;

/**
 * Writes a record's {@code toString()} and a newline.
 *
 * @param <IN> the records
 */
@PublicEvolving
public class SimpleStringEncoder<IN> implements Encoder<IN> {

    private static final long serialVersionUID = -6865107843734614452L;

    private final String charsetName;

    private transient Charset charset;

    /** In UTF-8. */
    public SimpleStringEncoder() {
        this("UTF-8");
    }

    /** In the charset of that name; looked up with the first record. */
    public SimpleStringEncoder(String charsetName) {
        this.charsetName = charsetName;
    }

    @Override
    public void encode(IN element, OutputStream stream) throws IOException {
        if (charset == null) {
            charset = Charset.forName(charsetName);
        }
        stream.write(element.toString().getBytes(charset));
        stream.write('\n');
    }
}
