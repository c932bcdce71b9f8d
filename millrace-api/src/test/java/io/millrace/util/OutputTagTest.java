// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.typeinfo.Types;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutputTagTest {

    @Test
    void tells_its_type_from_an_anonymous_subclass() {
        OutputTag<String> tag = new OutputTag<>("late") {};
        assertThat(tag.getTypeInfo()).isEqualTo(Types.STRING);
        OutputTag<List<Integer>> nested = new OutputTag<List<Integer>>("late") {};
        assertThat(nested.getTypeInfo()).isNotNull();
    }

    @Test
    void says_how_to_make_it_when_the_type_can_not_be_told() {
        assertThatThrownBy(() -> new OutputTag<String>("late"))
                .isInstanceOf(InvalidTypesException.class)
                .hasMessageContaining("'late'")
                .hasMessageContaining("anonymous subclass");
    }

    @Test
    void is_equal_by_name() {
        OutputTag<String> one = new OutputTag<>("late", Types.STRING);
        OutputTag<Integer> other = new OutputTag<>("late", Types.INT);
        assertThat(one.equals(other)).isTrue();
        assertThat(OutputTag.isResponsibleFor(one, new OutputTag<>("early", Types.STRING)))
                .isFalse();
        assertThatThrownBy(() -> new OutputTag<>("", Types.STRING))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
