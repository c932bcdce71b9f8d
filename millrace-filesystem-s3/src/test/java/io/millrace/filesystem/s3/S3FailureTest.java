// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;

class S3FailureTest {

    @Test
    void aStoreThatWasNotAskedIsNotBlamed() {
        Configuration configuration = new Configuration();
        configuration.setString("s3.endpoint", "http://localhost:1");
        SdkClientException none =
                SdkClientException.create(
                        "Unable to load credentials from any of the providers in the chain"
                                + " AwsCredentialsProviderChain(credentialsProviders=[A(), B()]) :"
                                + " [A(): nothing is set, B(): there is no file]");

        IOException failure =
                S3Failure.of(S3Settings.of(configuration), "read", "s3://bkt/in", none);

        assertThat(failure)
                .hasMessage(
                        "s3://bkt/in could not be read: no credentials were found, so the store at"
                                + " http://localhost:1 was not asked. Set s3.access-key and"
                                + " s3.secret-key, or give the usual chain of the AWS SDK some to"
                                + " find (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile,"
                                + " the machine's role). Where it looked: A(): nothing is set, B():"
                                + " there is no file.")
                .hasNoCause();
    }
}
