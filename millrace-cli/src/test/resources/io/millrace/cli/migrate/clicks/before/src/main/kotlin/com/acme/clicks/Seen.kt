package com.acme.clicks

import org.apache.flink.api.common.functions.FilterFunction
import org.apache.flink.api.common.functions.MapFunction as Mapper

class Seen : FilterFunction<String> {
    /* outer /* inner */ org.apache.flink.util.Collector */
    override fun filter(value: String) = value != """org.apache.flink.util.Collector "quoted" """
}
