// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.configuration.Configuration;
import io.millrace.state.api.OperatorIdentifier;
import io.millrace.state.api.OperatorTransformation;
import io.millrace.state.api.SavepointReader;
import io.millrace.state.api.SavepointWriter;
import io.millrace.state.api.functions.KeyedStateBootstrapFunction;
import io.millrace.state.api.functions.KeyedStateReaderFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.util.Collector;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/savepoints-from-data.md shows. */
class SavepointsFromDataPageTest {

    /** What an account has. */
    public record Balance(String account, long cents) {}

    // snippet: BalanceState
    public static class Balances extends KeyedStateBootstrapFunction<String, Balance> {
        private transient ValueState<Long> cents;

        @Override
        public void open(OpenContext context) {
            cents = getRuntimeContext().getState(new ValueStateDescriptor<>("cents", Long.class));
        }

        @Override
        public void processElement(Balance balance, Context ctx) throws Exception {
            cents.update(balance.cents());
        }
    }

    // end of snippet

    // snippet: ReadBalances
    public static class ReadBalances extends KeyedStateReaderFunction<String, Balance> {
        private transient ValueState<Long> cents;

        @Override
        public void open(Configuration parameters) {
            cents = getRuntimeContext().getState(new ValueStateDescriptor<>("cents", Long.class));
        }

        @Override
        public void readKey(String account, Context ctx, Collector<Balance> out) throws Exception {
            out.collect(new Balance(account, cents.value()));
        }
    }

    // end of snippet

    @TempDir Path folder;

    @Test
    @DisplayName("M15, M18: savepoints-from-data.md, what was written is read")
    void reads() throws Exception {
        String directory = write(folder.resolve("balances").toString());
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        // snippet: DataFromSavepoint
        DataStream<Balance> balances =
                SavepointReader.read(env, directory)
                        .readKeyedState(OperatorIdentifier.forUid("accounts"), new ReadBalances());
        // end of snippet
        assertThat(balances.executeAndCollect(10))
                .containsExactlyInAnyOrder(new Balance("anna", 500), new Balance("bert", 70));
    }

    @Test
    @DisplayName("M15, M18: savepoints-from-data.md, a new one and one that is changed")
    void writesAndChanges() throws Exception {
        String old = write(folder.resolve("old").toString());
        String directory = folder.resolve("new").toString();
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        // snippet: ChangedSavepoint
        SavepointWriter.fromExistingSavepoint(env, old)
                .changeOperatorIdentifier(
                        OperatorIdentifier.forUid("accounts"), OperatorIdentifier.forUid("ledger"))
                .write(directory);
        // end of snippet
        assertThat(folder.resolve("new").resolve("_metadata")).exists();
    }

    private static String write(String directory) throws Exception {
        // snippet: SavepointFromData
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Balance> balances =
                env.fromData(new Balance("anna", 500), new Balance("bert", 70));
        SavepointWriter.newSavepoint(env, 128)
                .withOperator(
                        OperatorIdentifier.forUid("accounts"),
                        OperatorTransformation.bootstrapWith(balances)
                                .keyBy(Balance::account)
                                .transform(new Balances()))
                .write(directory);
        // end of snippet
        return directory;
    }
}
