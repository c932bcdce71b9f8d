package org.apache.flink.training.gates;

class Ticket {
    enum Kind {
        DAY,
        YEAR
    }
}
