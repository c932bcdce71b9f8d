// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.configuration.Configuration;
import org.junit.jupiter.api.Test;

class RichFunctionTest {

    @Test
    void opens_a_function_written_for_the_older_form() throws Exception {
        OpenedTheOldWay function = new OpenedTheOldWay();
        function.open(DefaultOpenContext.INSTANCE);
        assertThat(function.opened).isEqualTo(1);
    }

    @Test
    void opens_a_function_written_for_the_newer_form_once() throws Exception {
        OpenedTheNewWay function = new OpenedTheNewWay();
        function.open(DefaultOpenContext.INSTANCE);
        assertThat(function.opened).isEqualTo(1);
    }

    @Test
    void says_when_the_context_can_be_asked_for() {
        assertThatThrownBy(() -> new OpenedTheOldWay().getRuntimeContext())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("open()");
        assertThatThrownBy(() -> new OpenedTheOldWay().getIterationRuntimeContext())
                .isInstanceOf(IllegalStateException.class);
    }

    private static final class OpenedTheOldWay extends RichFilterFunction<String> {
        private static final long serialVersionUID = 1L;
        private int opened;

        // The older form is the subject.
        @SuppressWarnings("deprecation")
        @Override
        public void open(Configuration parameters) {
            opened++;
        }

        @Override
        public boolean filter(String value) {
            return true;
        }
    }

    private static final class OpenedTheNewWay extends RichFilterFunction<String> {
        private static final long serialVersionUID = 1L;
        private int opened;

        @Override
        public void open(OpenContext openContext) {
            opened++;
        }

        @Override
        public boolean filter(String value) {
            return true;
        }
    }
}
