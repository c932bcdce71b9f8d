// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig.ClosureCleanerLevel;
import io.millrace.api.common.InvalidProgramException;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.util.InstantiationUtil;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** This class is not serializable: functions inside of it are its victims. */
class ClosureCleanerTest {

    /** Not final, or the compiler would copy the text and read no field. */
    private String outer = "outer";

    /** Not serializable. */
    static final class Client {
        final String name = "client";
    }

    static final class Holder implements Serializable {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // that it cannot be serialized is the point
        final Client client = new Client();
    }

    static final class Wrapper implements MapFunction<String, String> {
        private static final long serialVersionUID = 1L;
        private final MapFunction<String, String> inner;

        Wrapper(MapFunction<String, String> inner) {
            this.inner = inner;
        }

        @Override
        public String map(String value) throws Exception {
            return inner.map(value);
        }
    }

    private MapFunction<String, String> anonymous() {
        return new MapFunction<>() {
            private static final long serialVersionUID = 1L;

            @Override
            public String map(String value) {
                long big = 1L << 40;
                switch (value.length()) {
                    case 0:
                        return "nothing";
                    case 1000:
                        return "much";
                    default:
                        return value + big;
                }
            }
        };
    }

    private MapFunction<String, String> using() {
        return new MapFunction<>() {
            private static final long serialVersionUID = 1L;

            @Override
            public String map(String value) {
                return value + outer;
            }
        };
    }

    private MapFunction<String, String> usingFromWithin() {
        return new MapFunction<>() {
            private static final long serialVersionUID = 1L;

            @Override
            public String map(String value) {
                return new Object() {
                    @Override
                    public String toString() {
                        return value + outer;
                    }
                }.toString();
            }
        };
    }

    @Test
    void anUnusedSurroundingIsDropped() throws Exception {
        MapFunction<String, String> function = anonymous();
        assertThat(InstantiationUtil.isSerializable(function)).isFalse();
        ClosureCleaner.clean(function, ClosureCleanerLevel.RECURSIVE, true);
        assertThat(InstantiationUtil.clone(function).map("x")).isEqualTo("x" + (1L << 40));
    }

    @Test
    void levelNoneTouchesNothing() {
        assertThatThrownBy(() -> ClosureCleaner.clean(anonymous(), ClosureCleanerLevel.NONE, true))
                .isInstanceOf(InvalidProgramException.class)
                .hasMessageContaining("this$0")
                .hasMessageContaining(ClosureCleanerTest.class.getName());
    }

    @Test
    void aUsedSurroundingStaysAndIsNamed() throws Exception {
        MapFunction<String, String> function = using();
        assertThatThrownBy(
                        () -> ClosureCleaner.clean(function, ClosureCleanerLevel.RECURSIVE, true))
                .isInstanceOf(InvalidProgramException.class)
                .hasMessageContaining("this$0")
                .hasMessageContaining("ClosureCleanerTest.java:");
        assertThat(function.map("x")).isEqualTo("xouter");
    }

    @Test
    void aSurroundingUsedOnlyByANestedClassStays() throws Exception {
        MapFunction<String, String> function = usingFromWithin();
        ClosureCleaner.clean(function, ClosureCleanerLevel.RECURSIVE, false);
        assertThat(function.map("x")).isEqualTo("xouter");
    }

    @Test
    void functionsInFieldsAreCleanedAtTheDeepLevelOnly() {
        Wrapper shallow = new Wrapper(anonymous());
        ClosureCleaner.clean(shallow, ClosureCleanerLevel.TOP_LEVEL, false);
        assertThat(InstantiationUtil.isSerializable(shallow)).isFalse();
        Wrapper deep = new Wrapper(anonymous());
        ClosureCleaner.clean(deep, ClosureCleanerLevel.RECURSIVE, true);
        assertThat(InstantiationUtil.isSerializable(deep)).isTrue();
    }

    @Test
    void whatALambdaCapturedIsCleaned() throws Exception {
        MapFunction<String, String> captured = anonymous();
        MapFunction<String, String> lambda = value -> captured.map(value);
        ClosureCleaner.clean(lambda, ClosureCleanerLevel.RECURSIVE, true);
        assertThat(InstantiationUtil.clone(lambda).map("")).isEqualTo("nothing");
    }

    @Test
    void theFieldThatCannotBeSerializedIsNamedByItsPath() {
        Holder holder = new Holder();
        List<Object> list = new ArrayList<>(List.of("fine", holder));
        MapFunction<String, String> lambda = value -> value + list.size();
        assertThatThrownBy(() -> ClosureCleaner.ensureSerializable(lambda))
                .isInstanceOf(InvalidProgramException.class)
                .hasMessageContaining("captured value 0")
                .hasMessageContaining("client")
                .hasMessageContaining(Client.class.getName());
        MapFunction<String, String> capturingThis = value -> value + outer;
        assertThatThrownBy(() -> ClosureCleaner.ensureSerializable(capturingThis))
                .hasMessageContaining(
                        "captured value 0 is a " + ClosureCleanerTest.class.getName());
    }
}
