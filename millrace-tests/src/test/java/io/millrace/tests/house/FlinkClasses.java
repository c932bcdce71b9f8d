// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.house;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/** The real jars' classes, read and never loaded. */
final class FlinkClasses {

    /** One class of each jar that is read. */
    private static final List<String> ANCHORS =
            List.of(
                    "org/apache/flink/annotation/Public",
                    "org/apache/flink/api/common/ExecutionConfig",
                    "org/apache/flink/api/common/functions/Function",
                    "org/apache/flink/api/java/utils/ParameterTool",
                    "org/apache/flink/connector/base/source/reader/RecordsWithSplitIds",
                    "org/apache/flink/connector/datagen/source/DataGeneratorSource",
                    "org/apache/flink/connector/file/src/FileSource",
                    "org/apache/flink/formats/avro/AvroWriters",
                    "org/apache/flink/formats/csv/CsvReaderFormat",
                    "org/apache/flink/formats/json/JsonSerializationSchema",
                    "org/apache/flink/contrib/streaming/state/EmbeddedRocksDBStateBackend",
                    "org/apache/flink/metrics/Counter",
                    "org/apache/flink/runtime/state/StateBackend",
                    "org/apache/flink/state/api/SavepointWriter",
                    "org/apache/flink/streaming/api/datastream/DataStream",
                    "org/apache/flink/streaming/api/functions/sink/filesystem/BucketAssigner",
                    "org/apache/flink/streaming/connectors/gcp/pubsub/PubSubSource",
                    "org/apache/flink/streaming/connectors/rabbitmq/RMQSource",
                    // What Flink gives to those who write tests.
                    "org/apache/flink/changelog/fs/FsStateChangelogStorageFactory",
                    "org/apache/flink/core/testutils/OneShotLatch",
                    "org/apache/flink/runtime/testutils/MiniClusterResource",
                    "org/apache/flink/streaming/util/OneInputStreamOperatorTestHarness",
                    "org/apache/flink/test/util/MiniClusterWithClientResource",
                    "org/apache/flink/util/TestLogger");

    private static final Map<String, ClassNode> READ = new HashMap<>();

    private FlinkClasses() {}

    /** All packages, with dots. */
    static Set<String> packages() {
        Set<String> packages = new TreeSet<>();
        for (String anchor : ANCHORS) {
            for (String name : ClassFiles.beside(anchor).keySet()) {
                packages.add(ClassFiles.packageOf(name).replace('/', '.'));
            }
        }
        return packages;
    }

    /** The class of that internal name, of Flink or of the JDK; null if there is none. */
    static ClassNode find(String internalName) {
        return READ.computeIfAbsent(internalName, FlinkClasses::read);
    }

    private static ClassNode read(String internalName) {
        ClassLoader loader = FlinkClasses.class.getClassLoader();
        try (InputStream in = loader.getResourceAsStream(internalName + ".class")) {
            if (in == null) {
                return null;
            }
            return parse(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ClassNode parse(byte[] classFile) {
        ClassNode node = new ClassNode(Opcodes.ASM9);
        new ClassReader(classFile)
                .accept(
                        node,
                        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return node;
    }
}
