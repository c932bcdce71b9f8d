// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Source and sink for Kinesis streams. */
// requires-*: the AWS SDK has no module descriptors, only reserved names, and mirrored signatures
// name its classes.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.millrace.connector.kinesis {
    requires transitive io.millrace.connector.base;
    requires org.reactivestreams;
    requires org.slf4j;
    requires software.amazon.awssdk.annotations;
    requires software.amazon.awssdk.auth;
    requires software.amazon.awssdk.awscore;
    requires transitive software.amazon.awssdk.core;
    requires software.amazon.awssdk.http;
    requires software.amazon.awssdk.http.nio.netty;
    requires software.amazon.awssdk.http.urlconnection;
    requires software.amazon.awssdk.identity.spi;
    requires software.amazon.awssdk.profiles;
    requires software.amazon.awssdk.regions;
    requires software.amazon.awssdk.retries.api;
    requires transitive software.amazon.awssdk.services.kinesis;
    requires software.amazon.awssdk.services.sts;
    requires software.amazon.awssdk.utils;

    exports io.millrace.connector.aws.config;
    exports io.millrace.connector.kinesis.sink;
    exports io.millrace.connector.kinesis.source;
    exports io.millrace.connector.kinesis.source.config;
    exports io.millrace.connector.kinesis.source.enumerator;
    exports io.millrace.connector.kinesis.source.enumerator.assigner;
    exports io.millrace.connector.kinesis.source.serialization;
    exports io.millrace.connector.kinesis.source.split;
}
