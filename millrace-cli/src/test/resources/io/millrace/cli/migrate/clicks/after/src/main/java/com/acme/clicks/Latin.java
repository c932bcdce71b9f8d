package com.acme.clicks;

/** Grüße */
class Latin {
    io.millrace.util.OutputTag<String> tag; // Mühle
}