// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import java.io.File;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/tmp/plain",
                "/tmp/with blank",
                "/tmp/Größe #1",
                "/tmp/100% sure",
                "/tmp/already%20coded",
                "/tmp/what?",
                "/tmp/a+b&c=d;e",
                "/tmp/日本"
            })
    void caseO11PlainPathAndFileUriMeanTheSameDirectory(String name) {
        Path plain = new Path(name);
        Path fromUri = new Path(new File(name).toURI());
        Path fromUriText = new Path(new File(name).toURI().toString());

        assertThat(plain.getPath()).isEqualTo(name);
        assertThat(fromUri.getPath()).isEqualTo(name);
        assertThat(fromUriText.getPath()).isEqualTo(name);
        assertThat(fromUriText).isEqualTo(fromUri);
        assertThat(Path.fromLocalFile(new File(name))).isEqualTo(fromUri);
        assertThat(new File(plain.getPath())).isEqualTo(new File(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/tmp/a b",
                "/tmp/100%",
                "/tmp/a%20b",
                "/tmp/#",
                "relative/x:y",
                "file:/tmp/a%20b",
                "file:///tmp/%zz",
                "s3://bucket/key%20literal/a b#c"
            })
    void whatIsPrintedCanBeReadBack(String text) {
        Path path = new Path(text);

        assertThat(new Path(path.toString())).isEqualTo(path);
        assertThat(new Path(path.toUri())).isEqualTo(path);
    }

    @Test
    void keysOfObjectStoresAreLiteral() {
        assertThat(new Path("s3://bucket/a%20b").getPath()).isEqualTo("/a%20b");
        assertThat(new Path("s3://bucket").getPath()).isEqualTo("/");
    }

    @Test
    void aTextThatCannotBePercentCodesIsTakenLiterally() {
        assertThat(new Path("file:/tmp/100% sure").getPath()).isEqualTo("/tmp/100% sure");
        assertThat(new Path("file:/tmp/%ff").getPath()).isEqualTo("/tmp/%ff");
    }

    @Test
    void namesAreNormalized() {
        assertThat(new Path("/a//b/./c/../d/").getPath()).isEqualTo("/a/b/d");
        assertThat(new Path("/../a").getPath()).isEqualTo("/a");
        assertThat(new Path("../a").getPath()).isEqualTo("../a");
        assertThat(new Path("/").getPath()).isEqualTo("/");
    }

    @Test
    void aChildIsTakenLiterallyUnderItsParent() {
        Path parent = new Path("file:/data");

        assertThat(new Path(parent, "2026-11-29T10:00").toString())
                .isEqualTo("file:/data/2026-11-29T10:00");
        assertThat(new Path(parent, "/a%20b").getPath()).isEqualTo("/data/a%20b");
        assertThat(new Path("/data", "x").getPath()).isEqualTo("/data/x");
        assertThat(new Path("/", "x").getPath()).isEqualTo("/x");
        assertThat(new Path(parent, new Path("x/y")).getPath()).isEqualTo("/data/x/y");
    }

    @Test
    void parentNameDepthAndSuffix() {
        Path path = new Path("s3://bucket/a/b");

        assertThat(path.getName()).isEqualTo("b");
        assertThat(path.getParent()).isEqualTo(new Path("s3://bucket/a"));
        assertThat(path.getParent().getParent().getParent()).isNull();
        assertThat(path.depth()).isEqualTo(2);
        assertThat(new Path("/").depth()).isZero();
        assertThat(path.suffix(".tmp").getName()).isEqualTo("b.tmp");
        assertThat(path.isAbsolute()).isTrue();
        assertThat(new Path("a").isAbsolute()).isFalse();
    }

    @Test
    void unusablePathsAreRefusedWithTheirText() {
        assertThatThrownBy(() -> new Path("  "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("empty");
        assertThatThrownBy(() -> new Path(URI.create("file:/tmp/a#b")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("file:/tmp/a#b")
                .hasMessageContaining("%23");
        assertThatThrownBy(() -> new Path(URI.create("mailto:a")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void survivesSerialization() throws Exception {
        Path path = new Path("file:/tmp/a b#ü%");
        DataOutputSerializer out = new DataOutputSerializer(32);
        Path.serializeToDataOutputView(path, out);
        Path.serializeToDataOutputView(null, out);

        DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
        assertThat(Path.deserializeFromDataInputView(in)).isEqualTo(path);
        assertThat(Path.deserializeFromDataInputView(in)).isNull();
    }
}
