package io.millrace.training.gates;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.training.gates.Ticket.Kind;

public class Gates {
    static final String WORDS = "/io/millrace/training/gates/words.txt";

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromData(Kind.DAY, Kind.YEAR).map(kind -> Class.forName("io.millrace.training.gates.Ticket$Kind")).print();
        env.execute("gates");
    }
}
