// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TextLineInputFormatTest {

    @Test
    void anUnknownCharsetIsRefusedByItsName() {
        assertThatThrownBy(() -> new TextLineInputFormat("UTF-88"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'UTF-88'");
        assertThatThrownBy(() -> new TextLineInputFormat("not a name"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'not a name'");
    }

    @Test
    void filesAreReadInPartsOnlyWhereThatIsExact() {
        assertThat(new TextLineInputFormat().isSplittable()).isTrue();
        assertThat(new TextLineInputFormat("ISO-8859-15").isSplittable()).isTrue();
        assertThat(new TextLineInputFormat("UTF-16").isSplittable()).isFalse();
    }

    @Test
    void aSubclassThatMayReadOtherwiseReadsWholeFiles() {
        assertThat(new TextLineInputFormat() {}.isSplittable()).isFalse();
    }
}
