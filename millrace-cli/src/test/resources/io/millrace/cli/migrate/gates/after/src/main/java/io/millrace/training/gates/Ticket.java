package io.millrace.training.gates;

class Ticket {
    enum Kind {
        DAY,
        YEAR
    }
}
