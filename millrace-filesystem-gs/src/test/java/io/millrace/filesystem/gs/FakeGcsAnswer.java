// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** What {@link FakeGcsServer} answers, as the protocol spells it. */
record FakeGcsAnswer(int status, byte[] body, Map<String, String> headers) {

    static FakeGcsAnswer json(int status, JsonObject json) {
        return new FakeGcsAnswer(
                status,
                json.toString().getBytes(StandardCharsets.UTF_8),
                Map.of("Content-Type", "application/json; charset=UTF-8"));
    }

    static FakeGcsAnswer empty(int status) {
        return new FakeGcsAnswer(status, new byte[0], Map.of());
    }

    static FakeGcsAnswer error(int status, String reason, String message) {
        JsonObject one = new JsonObject();
        one.addProperty("domain", "global");
        one.addProperty("reason", reason);
        one.addProperty("message", message);
        JsonArray all = new JsonArray();
        all.add(one);
        JsonObject error = new JsonObject();
        error.addProperty("code", status);
        error.addProperty("message", message);
        error.add("errors", all);
        JsonObject json = new JsonObject();
        json.add("error", error);
        return json(status, json);
    }

    /** A refusal, from anywhere within a request. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient FakeGcsAnswer answer;

        Refused(int status, String reason, String message) {
            super(message, null, false, false);
            this.answer = FakeGcsAnswer.error(status, reason, message);
        }

        FakeGcsAnswer answer() {
            return answer;
        }
    }
}
