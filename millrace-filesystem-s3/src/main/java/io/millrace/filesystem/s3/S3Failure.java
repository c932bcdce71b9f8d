// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Locale;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Says what a store would not do, which object it was, whose fault that probably is, and what to
 * do. Never repeats what was sent, which holds a signature.
 */
final class S3Failure {

    /** So the usual chain of the SDK says it. */
    private static final String NO_CREDENTIALS = "Unable to load credentials from any of";

    private S3Failure() {}

    /**
     * @param could what could not be done, as in "read"
     * @param object its address, for people
     */
    static IOException of(S3Settings settings, String could, String object, SdkException e) {
        if (isInterrupt(e)) {
            InterruptedIOException interrupted =
                    new InterruptedIOException(
                            object + " was not " + could + ": this thread was interrupted.");
            interrupted.initCause(e);
            return interrupted;
        }
        if (e instanceof S3Exception answered) {
            return answered(settings, could, object, answered);
        }
        String reason = rootMessage(e);
        if (reason.startsWith(NO_CREDENTIALS)) {
            // Of use is only where was looked; the rest names the SDK's classes.
            int looked = reason.indexOf(" : [");
            return new IOException(
                    object
                            + " could not be "
                            + could
                            + ": no credentials were found, so "
                            + settings.where()
                            + " was not asked. Set s3.access-key and s3.secret-key, or give the usual chain of"
                            + " the AWS SDK some to find (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile,"
                            + " the machine's role)."
                            + (looked < 0
                                    ? ""
                                    : " Where it looked: "
                                            + reason.substring(looked + 4).replaceFirst("\\]$", "")
                                            + "."));
        }
        return new IOException(
                object
                        + " could not be "
                        + could
                        + ": "
                        + settings.where()
                        + " gave no answer in "
                        + settings.attempts()
                        + (settings.attempts() == 1 ? " attempt" : " attempts")
                        + " at most: "
                        + reason
                        + "."
                        + clientAdvice(reason),
                e);
    }

    private static IOException answered(
            S3Settings settings, String could, String object, S3Exception e) {
        AwsErrorDetails details = e.awsErrorDetails();
        String code = details == null || details.errorCode() == null ? "" : details.errorCode();
        String said = details == null ? null : details.errorMessage();
        String message =
                object
                        + " could not be "
                        + could
                        + ": "
                        + settings.where()
                        + " answered "
                        + e.statusCode()
                        + (code.isEmpty() ? "" : " " + code)
                        + (said == null || said.isBlank() || said.equals(code) ? "" : ", " + said)
                        + (e.requestId() == null ? "" : " (request " + e.requestId() + ")")
                        + "."
                        + advice(e.statusCode(), code);
        if (e.statusCode() == 404 && !code.equals("NoSuchBucket")) {
            FileNotFoundException missing = new FileNotFoundException(message);
            missing.initCause(e);
            return missing;
        }
        return new IOException(message, e);
    }

    private static String advice(int status, String code) {
        return switch (code) {
            case "NoSuchBucket" -> " Create the bucket, or correct the address.";
            case "InvalidAccessKeyId", "SignatureDoesNotMatch" ->
                    " Correct the credentials (s3.access-key and s3.secret-key, or what the usual chain of the AWS"
                            + " SDK finds).";
            case "RequestTimeTooSkewed" -> " Set the clock of this machine.";
            case "ExpiredToken" -> " The session token has expired; give a new one.";
            case "AuthorizationHeaderMalformed", "PermanentRedirect" ->
                    " Set s3.region to that of the bucket.";
            case "NotImplemented" -> " The store lacks this part of the protocol.";
            case "QuotaExceeded" -> " Raise the quota, or free some of it.";
            default ->
                    switch (status) {
                        case 401, 403 ->
                                " The user whose credentials are used may not do this, or, for an object that does"
                                        + " not exist, may not list the bucket.";
                        case 301 -> " Set s3.region and s3.endpoint to those of the bucket.";
                        case 429, 503 ->
                                " The store is busy, or away; s3.attempts.maximum says how often is tried.";
                        default -> "";
                    };
        };
    }

    private static String clientAdvice(String reason) {
        String lower = reason.toLowerCase(Locale.ROOT);
        if (lower.contains("credentials")) {
            return " Set s3.access-key and s3.secret-key, or give the usual chain of the AWS SDK some to find.";
        }
        if (lower.contains("waiting for connection from pool")) {
            return " More streams are open than s3.connection.maximum allows.";
        }
        return " Check s3.endpoint and that the store runs; s3.attempts.maximum says how often is tried.";
    }

    /** The innermost message says most; those around it only that there was one. */
    private static String rootMessage(Throwable e) {
        Throwable at = e;
        while (at.getCause() != null && at.getCause() != at) {
            at = at.getCause();
        }
        String message = at.getMessage() == null ? at.getClass().getSimpleName() : at.getMessage();
        String text =
                at == e || message.contains(" ")
                        ? message
                        : at.getClass().getSimpleName() + ", " + message;
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }

    /** Whether somebody wants this thread to end. */
    static boolean isInterrupt(SdkException e) {
        if (e instanceof ApiCallTimeoutException || e instanceof ApiCallAttemptTimeoutException) {
            return false;
        }
        return e instanceof AbortedException || Thread.currentThread().isInterrupted();
    }

    /** The code of an answer; empty where there is none. */
    static String code(S3Exception e) {
        return e.awsErrorDetails() == null || e.awsErrorDetails().errorCode() == null
                ? ""
                : e.awsErrorDetails().errorCode();
    }
}
