package com.acme.clicks;

import io.millrace.util.Collector;

class Windows {
    Collector<String> out;
}
