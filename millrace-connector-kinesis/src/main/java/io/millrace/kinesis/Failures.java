// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.kinesis.model.ResourceNotFoundException;

/** Tells failures that pass by themselves from those that don't, and says what they are. */
final class Failures {

    /** What the service says when it is asked too often, or at a bad moment. */
    private static final Set<String> PASSING =
            Set.of(
                    "ProvisionedThroughputExceededException",
                    "LimitExceededException",
                    "KMSThrottlingException",
                    "ResourceInUseException",
                    "InternalFailureException",
                    "InternalFailure",
                    "ServiceUnavailable",
                    "RequestTimeout",
                    "RequestTimeoutException",
                    "RequestExpired");

    private Failures() {}

    /** Without the wrappers of futures. */
    static Throwable unwrap(Throwable thrown) {
        Throwable at = thrown;
        while ((at instanceof CompletionException || at instanceof ExecutionException)
                && at.getCause() != null) {
            at = at.getCause();
        }
        return at;
    }

    /** Whether the same call may do later: throttling, a broken connection, a failing server. */
    static boolean isPassing(Throwable thrown) {
        Throwable failure = unwrap(thrown);
        if (failure instanceof AwsServiceException service) {
            String code = code(service);
            return service.isThrottlingException()
                    || service.statusCode() >= 500
                    || PASSING.contains(code);
        }
        if (failure instanceof ApiCallTimeoutException
                || failure instanceof ApiCallAttemptTimeoutException
                || failure instanceof IOException
                || failure instanceof TimeoutException) {
            return true;
        }
        if (failure instanceof SdkClientException client) {
            for (Throwable at = client.getCause(); at != null; at = at.getCause()) {
                if (at instanceof IOException || at instanceof TimeoutException) {
                    return true;
                }
            }
        }
        return false;
    }

    static boolean is(Throwable thrown, Class<? extends Throwable> kind) {
        return kind.isInstance(unwrap(thrown));
    }

    /** One line: what it is and what was said. */
    static String say(Throwable thrown) {
        Throwable failure = unwrap(thrown);
        if (failure instanceof AwsServiceException service) {
            String said =
                    service.awsErrorDetails() == null
                            ? service.getMessage()
                            : service.awsErrorDetails().errorMessage();
            return code(service)
                    + " ("
                    + service.statusCode()
                    + ")"
                    + (said == null ? "" : ": " + said);
        }
        return failure.getClass().getSimpleName()
                + (failure.getMessage() == null ? "" : ": " + failure.getMessage());
    }

    /** What to do about it, to be added to what was said; empty where that is not known. */
    static String advice(Throwable thrown) {
        return is(thrown, ResourceNotFoundException.class)
                ? ". Create the stream, or correct its name or ARN and the region"
                : "";
    }

    private static String code(AwsServiceException service) {
        return service.awsErrorDetails() == null || service.awsErrorDetails().errorCode() == null
                ? service.getClass().getSimpleName()
                : service.awsErrorDetails().errorCode();
    }
}
