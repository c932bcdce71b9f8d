package com.acme.clicks;

/** Grüße */
class Latin {
    org.apache.flink.util.OutputTag<String> tag; // Mühle
}