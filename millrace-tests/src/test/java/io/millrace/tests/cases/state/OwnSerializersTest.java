// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.AggregatingState;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSchemaCompatibility;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.common.typeutils.base.TypeSerializerSingleton;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Kept;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Throwables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** State of serializers of the program's own, and of Avro's, that are others in the next run. */
@Timeout(180)
class OwnSerializersTest {

    /**
     * Writes a text behind a mark. A higher one may follow a lower one, but not the reverse; {@link
     * #ADAPTS} takes up any.
     */
    static final class Marked extends TypeSerializerSingleton<String> {
        private static final long serialVersionUID = 1L;
        static final int ADAPTS = 0;

        private final int mark;

        Marked(int mark) {
            this.mark = mark;
        }

        @Override
        public void serialize(String value, DataOutputView target) throws IOException {
            target.writeInt(mark);
            target.writeUTF(value);
        }

        @Override
        public String deserialize(DataInputView source) throws IOException {
            int found = source.readInt();
            if (found != mark) {
                throw new IOException("marked " + found + ", not " + mark);
            }
            return source.readUTF();
        }

        @Override
        public String deserialize(String reuse, DataInputView source) throws IOException {
            return deserialize(source);
        }

        @Override
        public boolean isImmutableType() {
            return false;
        }

        @Override
        public String createInstance() {
            return "";
        }

        @Override
        public String copy(String from) {
            return from;
        }

        @Override
        public String copy(String from, String reuse) {
            return from;
        }

        @Override
        public int getLength() {
            return -1;
        }

        @Override
        public void copy(DataInputView source, DataOutputView target) throws IOException {
            serialize(deserialize(source), target);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Marked marked && marked.mark == mark;
        }

        @Override
        public int hashCode() {
            return mark;
        }

        @Override
        public TypeSerializerSnapshot<String> snapshotConfiguration() {
            return new MarkedSnapshot(mark);
        }
    }

    /** Named in the checkpoint. */
    public static final class MarkedSnapshot implements TypeSerializerSnapshot<String> {
        private int mark;

        public MarkedSnapshot() {}

        MarkedSnapshot(int mark) {
            this.mark = mark;
        }

        @Override
        public int getCurrentVersion() {
            return 3;
        }

        @Override
        public void writeSnapshot(DataOutputView out) throws IOException {
            out.writeInt(mark);
        }

        @Override
        public void readSnapshot(int readVersion, DataInputView in, ClassLoader loader)
                throws IOException {
            mark = in.readInt();
        }

        @Override
        public TypeSerializer<String> restoreSerializer() {
            return new Marked(mark);
        }

        @Override
        public TypeSerializerSchemaCompatibility<String> resolveSchemaCompatibility(
                TypeSerializerSnapshot<String> old) {
            int before = ((MarkedSnapshot) old).mark;
            if (before == mark) {
                return TypeSerializerSchemaCompatibility.compatibleAsIs();
            } else if (mark == Marked.ADAPTS) {
                return TypeSerializerSchemaCompatibility.compatibleWithReconfiguredSerializer(
                        new Marked(before));
            }
            return mark > before
                    ? TypeSerializerSchemaCompatibility.compatibleAfterMigration()
                    : TypeSerializerSchemaCompatibility.incompatible();
        }
    }

    private static final String OLD =
            "{'type':'record','name':'R','fields':[{'name':'a','type':'int'},{'name':'gone','type':'int'}]}";
    private static final String NEW =
            "{'type':'record','name':'R','fields':[{'name':'b','type':'string','default':'x'},{'name':'a','type':'long'}]}";

    private static Schema schema(boolean isNew) {
        return new Schema.Parser().parse((isNew ? NEW : OLD).replace('\'', '"'));
    }

    private static final class Keeps extends RichMapFunction<Long, String> {
        private static final long serialVersionUID = 1L;

        private final int values;
        private final int mapKeys;
        private final boolean newSchema;
        private transient ValueState<String> value;
        private transient ListState<String> list;
        private transient MapState<String, String> map;
        private transient ReducingState<String> reducing;
        private transient AggregatingState<String, String> aggregating;
        private transient ValueState<GenericRecord> avro;

        Keeps(int values, int mapKeys, boolean newSchema) {
            this.values = values;
            this.mapKeys = mapKeys;
            this.newSchema = newSchema;
        }

        @Override
        public void open(OpenContext context) {
            var runtime = getRuntimeContext();
            value = runtime.getState(new ValueStateDescriptor<>("value", new Marked(values)));
            list = runtime.getListState(new ListStateDescriptor<>("list", new Marked(values)));
            map =
                    runtime.getMapState(
                            new MapStateDescriptor<>(
                                    "map", new Marked(mapKeys), new Marked(values)));
            reducing =
                    runtime.getReducingState(
                            new ReducingStateDescriptor<>(
                                    "reducing", (a, b) -> a + b, new Marked(values)));
            aggregating =
                    runtime.getAggregatingState(
                            new AggregatingStateDescriptor<>(
                                    "aggregating", new Joins(), new Marked(values)));
            avro =
                    runtime.getState(
                            new ValueStateDescriptor<>(
                                    "avro", new GenericRecordAvroTypeInfo(schema(newSchema))));
        }

        @Override
        public String map(Long number) throws Exception {
            StringJoiner before = new StringJoiner(" ");
            before.add(value.value() + ",");
            list.get().forEach(before::add);
            before.add(", " + map.get("k") + ", " + reducing.get() + ", " + aggregating.get());
            before.add(String.valueOf(avro.value()));
            value.update("v" + number);
            list.add("l" + number);
            map.put("k", "m" + number);
            reducing.add("r" + number);
            aggregating.add("a" + number);
            if (avro.value() == null) {
                avro.update(
                        new GenericRecordBuilder(schema(false)).set("a", 1).set("gone", 2).build());
            }
            return before.toString();
        }
    }

    private static final class Joins implements AggregateFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String createAccumulator() {
            return "";
        }

        @Override
        public String add(String value, String accumulator) {
            return accumulator + value;
        }

        @Override
        public String getResult(String accumulator) {
            return accumulator;
        }

        @Override
        public String merge(String a, String b) {
            return a + b;
        }
    }

    @TempDir Path folder;

    private final Collected<String> told = new Collected<>();
    private final CheckpointLog log = new CheckpointLog();
    private int runs;

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Kept.class)
    @DisplayName(
            "ST-32, ST-33, ST-34, ST-36: as is, after migration, reconfigured and refused, in every"
                    + " kind of state")
    void allFourAnswers(Kept kept) throws Exception {
        String record = "{\"b\": \"x\", \"a\": 1}";
        assertThat(run(kept, new Keeps(5, 5, false))).isEqualTo("null, , null, null, null null");
        assertThat(run(kept, new Keeps(6, 5, true)))
                .as("after migration")
                .isEqualTo("v1, l1 , m1, r1, a1 " + record);
        assertThat(run(kept, new Keeps(Marked.ADAPTS, Marked.ADAPTS, true)))
                .as("reconfigured")
                .isEqualTo("v2, l1 l2 , m2, r1r2, a1a2 " + record);
        assertThat(run(kept, new Keeps(6, 5, true)))
                .as("as it is")
                .isEqualTo("v3, l1 l2 l3 , m3, r1r2r3, a1a2a3 " + record);
        refused(kept, new Keeps(4, 5, true), "'value'", "the user's own serializer says");
        refused(kept, new Keeps(6, 7, true), "'map'", "key");
        refused(kept, new Keeps(6, 5, false), "'avro'", "R");
        assertThat(run(kept, new Keeps(6, 5, true)))
                .as("a refusal harms nothing")
                .startsWith("v4, l1 l2 l3 l4 , m4");
    }

    /** Runs until one more record is there and in a checkpoint; from the one before, if any. */
    private String run(Kept kept, Keeps function) throws Exception {
        runs++;
        Gate gate = new Gate();
        gate.letReadUpTo(runs);
        RunningJob job = start(kept, function, gate);
        Await.until("the record is there", () -> told.size() == runs);
        log.awaitFurtherCompleted(2);
        job.cancel();
        return told.last();
    }

    private void refused(Kept kept, Keeps function, String... said) throws Exception {
        Gate open = new Gate();
        open.open();
        List<String> messages = Throwables.messages(start(kept, function, open).awaitFailure());
        assertThat(messages)
                .anySatisfy(message -> assertThat(message).contains(said).contains("uid 'keeps'"));
        assertThat(told.size()).isEqualTo(runs);
    }

    private RunningJob start(Kept kept, Keeps function, Gate gate) throws Exception {
        Configuration configuration =
                runs <= 1 && told.size() == 0
                        ? Jobs.checkpointsIn(folder)
                        : Jobs.checkpointsIn(
                                folder, CheckpointFolder.at(folder).newest().toString());
        StreamExecutionEnvironment env = Jobs.environment(1, kept.in(configuration));
        env.enableCheckpointing(20);
        env.getCheckpointConfig()
                .setExternalizedCheckpointRetention(
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        env.fromSource(
                        NumberSource.numbers(1, 9).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers")
                .keyBy(number -> 0)
                .map(function)
                .uid("keeps")
                .map(log.<String>probe())
                .uid("log")
                .addSink(told)
                .uid("sink");
        return Jobs.start(env, "own serializers");
    }
}
