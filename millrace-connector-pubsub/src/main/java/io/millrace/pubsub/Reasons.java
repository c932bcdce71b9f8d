// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.pubsub;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;

/** What the service's refusals mean. */
public final class Reasons {

    private Reasons() {}

    /** Whether the same request may succeed a moment later. */
    public static boolean passing(Throwable failure) {
        return switch (Status.fromThrowable(failure).getCode()) {
            case UNAVAILABLE,
                    ABORTED,
                    INTERNAL,
                    DEADLINE_EXCEEDED,
                    RESOURCE_EXHAUSTED,
                    CANCELLED,
                    UNKNOWN ->
                    failure instanceof StatusRuntimeException;
            default -> false;
        };
    }

    /** The status in words, and what to do about it where that is known. */
    public static String of(Throwable failure) {
        Status status = Status.fromThrowable(failure);
        String code = status.getCode().name();
        String said = said(failure);
        return said.startsWith(code) ? said : code + ": " + said;
    }

    /** The same without the status, where something else tells that. */
    static String said(Throwable failure) {
        Status status = Status.fromThrowable(failure);
        String text =
                status.getDescription() == null || status.getDescription().isBlank()
                        ? status.getCode().name()
                        : status.getDescription();
        for (Throwable at = status.getCause(); at != null; at = at.getCause()) {
            if (at.getCause() == null) {
                text += " (" + at.getClass().getSimpleName() + ": " + at.getMessage() + ")";
            }
        }
        String hint = hint(status.getCode());
        String line = text.strip().replaceAll("\\s*\\R\\s*", " ");
        return (hint.isEmpty() ? line : line.replaceFirst("\\.+$", "")) + hint;
    }

    private static String hint(Status.Code code) {
        return switch (code) {
            case NOT_FOUND -> ". Create it, or correct project and name";
            case PERMISSION_DENIED ->
                    ". The credentials don't allow it: give them the role"
                            + " roles/pubsub.subscriber for a source, roles/pubsub.publisher for a sink";
            case UNAUTHENTICATED ->
                    ". The credentials are not accepted: give the builder some (withCredentials), or"
                            + " look at what Google's default chain finds"
                            + " (GOOGLE_APPLICATION_CREDENTIALS, gcloud, the machine's account)";
            default -> "";
        };
    }
}
