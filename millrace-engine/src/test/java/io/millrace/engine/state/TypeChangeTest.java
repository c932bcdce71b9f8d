// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TypeChangeTest {

    @Test
    void namesTheFieldAndBothTypes() {
        assertThat(
                        TypeChange.between(
                                "POJO a.Kept{gone: Map<String, Long>, id: Integer}",
                                "POJO a.Kept{added: Long, id: String}"))
                .startsWith("Field 'id' of a.Kept was Integer and is now String;");
    }

    @Test
    void looksIntoWhatATypeIsMadeOf() {
        String old = "Map<Tuple2<Long, String>, POJO a.Kept{in: POJO a.In{x: Long}, y: Long}[]>";
        String now =
                "Map<Tuple2<Long, String>, POJO a.Kept{in: POJO a.In{n: Long, x: Byte}, y: Long}[]>";
        assertThat(TypeChange.between(old, now))
                .startsWith("Field 'x' of a.In was Long and is now Byte;");
    }

    @Test
    void aFieldThatOnlyGainedFieldsOfItsOwnIsNotBlamed() {
        assertThat(
                        TypeChange.between(
                                "POJO a.Kept{in: POJO a.In{x: Long}, z: Long}",
                                "POJO a.Kept{in: POJO a.In{n: Long, x: Long}, z: String}"))
                .startsWith("Field 'z' of a.Kept was Long and is now String;");
    }

    @Test
    void namesAClassThatIsAnother() {
        assertThat(TypeChange.between("List<POJO a.Kept{}>", "List<POJO a.Held{}>"))
                .isEqualTo("The class was a.Kept and is now a.Held.");
    }

    @Test
    void saysWhatTextsDoNotTell() {
        assertThat(TypeChange.between("POJO a.Kept{id: Long}", "POJO a.Kept{id: Long}"))
                .contains("registered subclass", "own serializer");
        assertThat(TypeChange.between("Long", "String")).isEqualTo("Long has become String.");
    }
}
