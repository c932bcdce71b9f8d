package com.acme.clicks;

import org.apache.flink.util.Collector;

class Windows {
    Collector<String> out;
}
