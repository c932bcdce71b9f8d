// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.pubsub;

import com.google.protobuf.Empty;
import com.google.pubsub.v1.StreamingPullResponse;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A channel to nowhere: requests are answered at once, in the thread that makes them; streams say
 * what the test has them say.
 */
final class FakeChannel extends ManagedChannel {

    /** A stream that was begun. */
    static final class Stream {
        private final ClientCall.Listener<Object> listener;

        private Stream(ClientCall.Listener<Object> listener) {
            this.listener = listener;
        }

        void says(StreamingPullResponse response) {
            listener.onMessage(response);
        }

        void ends(Status status) {
            listener.onClose(status, new Metadata());
        }
    }

    /** Streams in the order in which they began. */
    final List<Stream> streams = new ArrayList<>();

    /** Names of the requests that were answered. */
    final List<String> answered = new ArrayList<>();

    /** Told of each call before it is made; may throw. */
    Consumer<String> before = name -> {};

    private boolean shutdown;

    @Override
    @SuppressWarnings("unchecked") // what is asked and answered is of the method's types
    public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
        String name = method.getBareMethodName();
        before.accept(name);
        boolean streams = method.getType() == MethodDescriptor.MethodType.BIDI_STREAMING;
        return (ClientCall<Q, A>) new Call(name, streams);
    }

    private final class Call extends ClientCall<Object, Object> {
        private final String name;
        private final boolean isStream;
        private Listener<Object> listener;
        private boolean over;

        Call(String name, boolean isStream) {
            this.name = name;
            this.isStream = isStream;
        }

        @Override
        public void start(Listener<Object> heard, Metadata headers) {
            listener = heard;
            if (isStream) {
                streams.add(new Stream(heard));
            }
        }

        @Override
        public void request(int messages) {}

        @Override
        public void sendMessage(Object message) {}

        @Override
        public void halfClose() {
            if (!isStream) {
                answered.add(name);
                listener.onMessage(Empty.getDefaultInstance());
            }
            end(Status.OK);
        }

        @Override
        public void cancel(String message, Throwable cause) {
            end(Status.CANCELLED);
        }

        private void end(Status status) {
            if (!over) {
                over = true;
                listener.onClose(status, new Metadata());
            }
        }
    }

    @Override
    public String authority() {
        return "nowhere";
    }

    @Override
    public ManagedChannel shutdown() {
        shutdown = true;
        return this;
    }

    @Override
    public ManagedChannel shutdownNow() {
        return shutdown();
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return shutdown;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return shutdown;
    }
}
