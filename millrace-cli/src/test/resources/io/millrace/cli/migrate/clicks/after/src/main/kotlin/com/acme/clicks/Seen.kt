package com.acme.clicks

import io.millrace.api.common.functions.FilterFunction
import io.millrace.api.common.functions.MapFunction as Mapper

class Seen : FilterFunction<String> {
    /* outer /* inner */ io.millrace.util.Collector */
    override fun filter(value: String) = value != """io.millrace.util.Collector "quoted" """
}
