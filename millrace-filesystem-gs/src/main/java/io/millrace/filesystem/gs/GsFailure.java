// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import com.google.cloud.storage.StorageException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;

/**
 * Says what the store would not do, which object it was, whose fault that probably is, and what to
 * do. Never repeats what was sent, which holds a token.
 */
final class GsFailure {

    private GsFailure() {}

    /**
     * @param could what could not be done, as in "read"
     * @param object its address, for people
     */
    static IOException of(GsSettings settings, String could, String object, Exception e) {
        if (isInterrupt(e)) {
            return interrupted(could, object, e);
        }
        StorageException answered = answer(e);
        if (answered != null) {
            return answered(settings, could, object, answered);
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
                        + rootMessage(e)
                        + ". Check that it can be reached; gs.retry.max-attempt and gs.retry.total-timeout say how"
                        + " often, and how long, is tried.",
                e);
    }

    /**
     * What a channel that writes in several requests has thrown, without what it was about: its
     * messages hold the address of the upload, by which anybody may write to it.
     */
    static StorageException bare(Exception e) {
        StorageException answered = answer(e);
        StorageException bare =
                answered == null
                        ? new StorageException(0, rootMessage(e))
                        : new StorageException(
                                answered.getCode(), firstLine(answered.getMessage()));
        bare.setStackTrace(e.getStackTrace());
        return bare;
    }

    static InterruptedIOException interrupted(String could, String object, Exception cause) {
        InterruptedIOException interrupted =
                new InterruptedIOException(
                        object + " was not " + could + ": this thread was interrupted.");
        if (cause != null) {
            interrupted.initCause(cause);
        }
        return interrupted;
    }

    private static IOException answered(
            GsSettings settings, String could, String object, StorageException e) {
        String reason = e.getReason() == null ? "" : " " + e.getReason();
        String said = e.getMessage();
        String message =
                object
                        + " could not be "
                        + could
                        + ": "
                        + settings.where()
                        + " answered "
                        + e.getCode()
                        + reason
                        + (said == null || said.isBlank()
                                ? ""
                                : ", " + withoutStop(firstLine(said)))
                        + "."
                        + advice(e);
        if (e.getCode() == 404 && !isBucketMissing(e)) {
            FileNotFoundException missing = new FileNotFoundException(message);
            missing.initCause(e);
            return missing;
        }
        return new IOException(message, e);
    }

    private static String advice(StorageException e) {
        return switch (e.getCode()) {
            case 401 ->
                    " The credentials are missing, wrong, or have expired; correct what the usual chain of Google's"
                            + " libraries finds, or google.cloud.auth.service.account.json.keyfile.";
            case 403 ->
                    " The account whose credentials are used may not do this, or, for an object that does not exist,"
                            + " may not list the bucket: give it the role Storage Object Admin, or a smaller one that"
                            + " allows it.";
            case 404 -> isBucketMissing(e) ? " Create the bucket, or correct the address." : "";
            case 408, 429, 500, 502, 503, 504 ->
                    " The store is busy, or away; gs.retry.max-attempt and gs.retry.total-timeout say how often, and"
                            + " how long, is tried.";
            default -> "";
        };
    }

    static boolean isBucketMissing(StorageException e) {
        return e.getCode() == 404
                && e.getMessage() != null
                && e.getMessage().contains("bucket does not exist");
    }

    /** What the store answered; null where none came. */
    static StorageException answer(Throwable e) {
        for (Throwable at = e; at != null; at = at.getCause()) {
            if (at instanceof StorageException answered && answered.getCode() > 0) {
                return answered;
            }
        }
        return null;
    }

    /** The status of an answer; 0 where none came. */
    static int status(Throwable e) {
        StorageException answered = answer(e);
        return answered == null ? 0 : answered.getCode();
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
        return withoutStop(firstLine(text));
    }

    /** Some messages hold a whole page. */
    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        return (end < 0 ? text : text.substring(0, end)).trim();
    }

    private static String withoutStop(String text) {
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }

    /** Whether somebody wants this thread to end. */
    static boolean isInterrupt(Throwable e) {
        if (Thread.currentThread().isInterrupted()) {
            return true;
        }
        for (Throwable at = e; at != null; at = at.getCause()) {
            if (at instanceof InterruptedException) {
                Thread.currentThread().interrupt();
                return true;
            }
        }
        return false;
    }
}
