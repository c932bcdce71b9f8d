// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.operators.MailboxExecutor;
import io.millrace.api.common.operators.ProcessingTimeService;
import io.millrace.api.connector.sink2.Sink;
import io.millrace.metrics.Counter;
import io.millrace.metrics.MetricGroup;
import io.millrace.metrics.SimpleCounter;
import io.millrace.util.FlinkRuntimeException;
import io.millrace.util.function.ThrowingRunnable;
import java.lang.reflect.Proxy;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequest;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResultEntry;

/** The sink's writer with a stream and a clock of the test's; what waits is done by one thread. */
@Timeout(60)
class PutsWriterTest {

    private static final Throwable NO_SUCH_HOST =
            SdkClientException.create("Unable to execute", new UnknownHostException("kinesys"));

    private record Due(long at, Runnable work) {}

    private final Deque<ThrowingRunnable<? extends Exception>> mailbox = new ArrayDeque<>();
    private final PriorityQueue<Due> later =
            new PriorityQueue<>((one, other) -> Long.compare(one.at, other.at));
    private long now;
    private int requests;

    private PutsWriter<String> writer(
            Function<PutRecordsRequest, CompletableFuture<PutRecordsResponse>> stream) {
        return new PutsWriter<>(
                (text, context) ->
                        PutRecordsRequestEntry.builder()
                                .data(SdkBytes.fromUtf8String(text))
                                .partitionKey("k")
                                .build(),
                fake(Sink.InitContext.class),
                new PutsWriter.Limits(100, 1, 1_000, 1_000_000, 5_000, 100_000),
                false,
                "orders",
                null,
                new PutsWriter.Stream() {
                    @Override
                    public CompletableFuture<PutRecordsResponse> put(PutRecordsRequest request) {
                        requests++;
                        return stream.apply(request);
                    }

                    @Override
                    public void close() {}
                },
                new PutsWriter.Timer() {
                    @Override
                    public long nanos() {
                        return now;
                    }

                    @Override
                    public void after(long nanos, Runnable work) {
                        later.add(new Due(now + nanos, work));
                    }
                },
                List.of());
    }

    /** What the base class asks for while it is made; the rest is null. */
    private <T> T fake(Class<T> kind) {
        return kind.cast(
                Proxy.newProxyInstance(
                        kind.getClassLoader(),
                        new Class<?>[] {kind},
                        (proxy, method, args) -> {
                            Class<?> asked = method.getReturnType();
                            if (asked == MailboxExecutor.class) {
                                return new Mailbox();
                            }
                            if (asked == ProcessingTimeService.class
                                    || asked == ScheduledFuture.class
                                    || MetricGroup.class.isAssignableFrom(asked)) {
                                return fake(asked);
                            }
                            if (asked == Counter.class) {
                                return new SimpleCounter();
                            }
                            if (asked == boolean.class) {
                                return false;
                            }
                            return asked == long.class ? now / 1_000_000 : null;
                        }));
    }

    private final class Mailbox implements MailboxExecutor {
        @Override
        public void execute(
                MailOptions options,
                ThrowingRunnable<? extends Exception> command,
                String format,
                Object... args) {
            mailbox.add(command);
        }

        /** With nothing to do, time goes on to what is due next. */
        @Override
        public void yield() {
            while (mailbox.isEmpty()) {
                Due next = later.remove();
                now = Math.max(now, next.at);
                assertThat(Duration.ofNanos(now)).isLessThan(Duration.ofHours(1)); // or for ever
                next.work.run();
            }
            try {
                mailbox.remove().run();
            } catch (Exception e) {
                throw new FlinkRuntimeException(e);
            }
        }

        @Override
        public boolean tryYield() {
            return false;
        }

        @Override
        public boolean shouldInterrupt() {
            return false;
        }
    }

    private static CompletableFuture<PutRecordsResponse> taken(PutRecordsRequest request) {
        return CompletableFuture.completedFuture(
                PutRecordsResponse.builder()
                        .failedRecordCount(0)
                        .records(
                                request.records().stream()
                                        .map(entry -> PutRecordsResultEntry.builder().build())
                                        .toList())
                        .build());
    }

    @Test
    void aStreamThatIsNotThereFailsTheSinkAfterTwoMinutes() throws Exception {
        PutsWriter<String> writer = writer(request -> CompletableFuture.failedFuture(NO_SUCH_HOST));
        writer.write("a", null);
        assertThatThrownBy(() -> writer.flush(true))
                .hasStackTraceContaining("The stream orders has taken nothing for 12")
                .hasStackTraceContaining("kinesys");
        assertThat(Duration.ofNanos(now))
                .isBetween(PutRefusals.PATIENCE, PutRefusals.PATIENCE.plusSeconds(3));
        assertThat(requests).isGreaterThan(60);
    }

    @Test
    void aRecordThatIsTooLargeIsToldWithItsStreamAndWhatToDo() {
        PutsWriter<String> writer = writer(PutsWriterTest::taken);
        assertThatThrownBy(() -> writer.write("a".repeat(100_000), null))
                .hasMessageContainingAll(
                        "The stream orders", "100001 bytes", "100000", "setMaxRecordSizeInBytes");
    }

    @Test
    void aStreamThatDoesNotExistIsToldWithWhatToDo() throws Exception {
        PutsWriter<String> writer =
                writer(request -> CompletableFuture.failedFuture(FakeCalls.missing()));
        writer.write("a", null);
        assertThatThrownBy(() -> writer.flush(true))
                .hasStackTraceContaining("Stream orders not found. Create the stream, or correct");
    }

    @Test
    void aStreamThatComesBackBeforeThatIsWrittenOn() throws Exception {
        long away = PutRefusals.PATIENCE.minusSeconds(5).toNanos();
        PutsWriter<String> writer =
                writer(
                        request ->
                                now < away
                                        ? CompletableFuture.failedFuture(NO_SUCH_HOST)
                                        : taken(request));
        writer.write("a", null);
        writer.flush(true);
        assertThat(now).isGreaterThanOrEqualTo(away);
        assertThat(later).isEmpty();
    }

    @Test
    void aStreamThatTakesOneRecordAfterTheOtherIsWaitedForAsLongAsItTakes() throws Exception {
        PutsWriter<String> writer =
                writer(
                        request -> {
                            now += Duration.ofSeconds(30).toNanos();
                            List<PutRecordsResultEntry> results =
                                    request.records().stream()
                                            .map(
                                                    entry ->
                                                            PutRecordsResultEntry.builder()
                                                                    .errorCode("Throttled")
                                                                    .errorMessage("later")
                                                                    .build())
                                            .collect(Collectors.toCollection(ArrayList::new));
                            results.set(0, PutRecordsResultEntry.builder().build());
                            return CompletableFuture.completedFuture(
                                    PutRecordsResponse.builder()
                                            .failedRecordCount(results.size() - 1)
                                            .records(results)
                                            .build());
                        });
        for (int i = 0; i < 20; i++) {
            writer.write("r" + i, null);
        }
        writer.flush(true);
        assertThat(requests).isEqualTo(20);
        assertThat(Duration.ofNanos(now)).isGreaterThan(PutRefusals.PATIENCE.multipliedBy(4));
    }
}
