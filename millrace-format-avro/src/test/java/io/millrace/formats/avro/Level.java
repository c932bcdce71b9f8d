// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro;

import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;

/** As Avro's compiler makes them. */
public class Level extends SpecificRecordBase {

    private static final long serialVersionUID = 1L;

    public static final Schema SCHEMA$ =
            new Schema.Parser()
                    .parse(
                            "{\"type\":\"record\",\"name\":\"Level\",\"namespace\":\"io.millrace.formats.avro\","
                                    + "\"fields\":[{\"name\":\"place\",\"type\":{\"type\":\"string\","
                                    + "\"avro.java.string\":\"String\"}},"
                                    + "{\"name\":\"cm\",\"type\":\"int\"},"
                                    + "{\"name\":\"note\",\"type\":[\"null\",\"string\"],\"default\":null}]}");

    private String place;
    private int cm;
    private CharSequence note;

    public Level() {}

    public Level(String place, int cm) {
        this.place = place;
        this.cm = cm;
    }

    @Override
    public Schema getSchema() {
        return SCHEMA$;
    }

    @Override
    public Object get(int field) {
        return switch (field) {
            case 0 -> place;
            case 1 -> cm;
            default -> note;
        };
    }

    @Override
    public void put(int field, Object value) {
        switch (field) {
            case 0 -> place = value.toString();
            case 1 -> cm = (Integer) value;
            default -> note = (CharSequence) value;
        }
    }
}
