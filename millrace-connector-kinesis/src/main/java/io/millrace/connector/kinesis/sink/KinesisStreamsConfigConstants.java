// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kinesis.sink;

import io.millrace.annotation.PublicEvolving;

/** Settings of the sink beside those of the client. */
@PublicEvolving
public class KinesisStreamsConfigConstants {

    /** Takes a version and a commit. */
    public static final String BASE_KINESIS_USER_AGENT_PREFIX_FORMAT =
            "Apache Flink %s (%s) Kinesis Connector";

    /** What the client calls itself towards AWS, before what the SDK says. */
    public static final String KINESIS_CLIENT_USER_AGENT_PREFIX =
            "aws.kinesis.client.user-agent-prefix";
}
