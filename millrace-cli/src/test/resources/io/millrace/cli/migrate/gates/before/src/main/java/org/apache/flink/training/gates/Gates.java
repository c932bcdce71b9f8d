package org.apache.flink.training.gates;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.training.gates.Ticket.Kind;

public class Gates {
    static final String WORDS = "/org/apache/flink/training/gates/words.txt";

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromData(Kind.DAY, Kind.YEAR).map(kind -> Class.forName("org.apache.flink.training.gates.Ticket$Kind")).print();
        env.execute("gates");
    }
}
