// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.chain.EndOfKeys;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.ProcessingTimeCallback;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.TimerQueue;
import io.millrace.streaming.api.operators.InternalTimerService;
import io.millrace.util.function.BiConsumerWithException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The timers of one keyed operator, of both time domains (semantics ST-40..49), each in a namespace
 * such as that of a window.
 *
 * <p>Event time: {@link #advanceTo} fires, in order, every timer at or below the new watermark. A
 * timer that a function registers at or below the <em>current</em> watermark just lies in the queue
 * until the watermark moves again; one that is registered while timers fire and is due by the same
 * watermark fires in the same round.
 *
 * <p>Processing time: the earliest timer is what this service has the task call it back for. A
 * round fires at most as many timers as there were when it began, so that a function which
 * registers "now" again and again cannot keep the task from its records; and it ends where an
 * operator behind has no room. Timers that the end of data finds pending never fire.
 *
 * <p>In a batch job all timers of a key fire at its end, those of the clock too, and a timer that
 * is registered then, of either kind, is ignored with a line in the log, as in Flink: a function
 * that does something each minute, and registers the next minute in each call, would never come to
 * an end, for at the end of a key there is no time after which it could.
 *
 * <p>In a stream a round can be long, even endless: such a function does so for ever once the input
 * has ended. So each round looks between two timers whether the task was cancelled, and the log
 * tells of one that keeps itself going. Between two timers of a watermark a checkpoint may be
 * taken, too, where the program allows it ({@link OperatorContext#betweenTimers}).
 *
 * @param <K> type of the keys
 * @param <N> type of the namespaces
 */
final class NamespacedTimerService<K, N> implements InternalTimerService<N> {

    /** Names of the two queues in the snapshot. */
    static final String EVENT_TIME = "event-time";

    static final String PROCESSING_TIME = "processing-time";

    /** So many timers that a round has brought forth itself are worth a word. */
    static final long MANY = 1_000_000;

    private static final Logger LOG = LoggerFactory.getLogger(NamespacedTimerService.class);

    /** Whose timers they are. The key is set as the current key before each call. */
    interface Target<N> {
        void onEventTime(N namespace, long timestamp) throws Exception;

        void onProcessingTime(N namespace, long timestamp) throws Exception;
    }

    private final OperatorContext context;
    private final Target<N> target;
    private final KeyedStateBackend<K> backend;
    private final TimerQueue<K, N> eventTime;
    private final TimerQueue<K, N> processingTime;
    private final ProcessingTimeCallback round = this::fireProcessingTime;
    private long watermark = Long.MIN_VALUE;
    private ProcessingTimeCallback.Registration scheduled;
    private long scheduledFor = Long.MAX_VALUE;
    private boolean firing;
    private boolean ended;

    /** In a batch job: the key is at its end, and nothing more can wait. */
    private boolean keyHasEnded;

    private boolean hasWarned;

    /** In a batch job timers, those of the clock too, fire when their key is at its end. */
    private final boolean keyByKey;

    /**
     * @param prefix of the queues' names in the snapshot
     * @param namespaces {@code VoidNamespaceSerializer} where there is only one
     */
    @SuppressWarnings("unchecked") // the operator's keys are what its backend was made for
    NamespacedTimerService(
            OperatorContext context,
            String prefix,
            TypeSerializer<N> namespaces,
            Target<N> target) {
        this.context = context;
        this.target = target;
        this.backend = (KeyedStateBackend<K>) context.keyedState();
        this.eventTime = backend.timers(prefix + EVENT_TIME, namespaces);
        this.processingTime = backend.timers(prefix + PROCESSING_TIME, namespaces);
        this.ended = context.hadFinished();
        this.keyByKey = context.endOfKeys() != null;
        if (keyByKey) {
            context.endOfKeys().add(new AtEndOfKey());
        }
    }

    /** Has restored processing-time timers called back for; overdue ones at the next step. */
    void open() {
        scheduleNext();
    }

    /** The same, for timers that are first asked for when the watermark is here already. */
    void open(long reachedWatermark) {
        watermark = Math.max(watermark, reachedWatermark);
        open();
    }

    @Override
    public void forEachEventTimeTimer(BiConsumerWithException<N, Long, Exception> consumer)
            throws Exception {
        show(eventTime, consumer);
    }

    @Override
    public void forEachProcessingTimeTimer(BiConsumerWithException<N, Long, Exception> consumer)
            throws Exception {
        show(processingTime, consumer);
    }

    private void show(TimerQueue<K, N> queue, BiConsumerWithException<N, Long, Exception> consumer)
            throws Exception {
        queue.forEach(
                (key, namespace, timestamp) -> {
                    setKey(key);
                    consumer.accept(namespace, timestamp);
                });
    }

    /** End of data: what waits for the clock waits no longer. Also on close; idempotent. */
    void end() {
        ended = true;
        unschedule();
    }

    /** The watermark has moved; fires what is due. The caller sends it on afterwards (ST-49). */
    void advanceTo(long newWatermark) throws Exception {
        if (newWatermark <= watermark) {
            return;
        }
        watermark = newWatermark;
        long toMany = newWatermark == Long.MAX_VALUE ? eventTime.size() + MANY : -1;
        boolean first = true;
        while (isDue(newWatermark)) {
            context.checkCancelled();
            if (!first) {
                context.betweenTimers();
                if (!isDue(newWatermark)) {
                    return; // what came before the barrier has deleted the last of them
                }
            }
            first = false;
            TimerQueue.Timer<K, N> timer = eventTime.pollFirst();
            setKey(timer.key());
            target.onEventTime(timer.namespace(), timer.timestamp());
            if (--toMany == 0) {
                warnOfMany();
            }
        }
    }

    private boolean isDue(long newWatermark) {
        return !eventTime.isEmpty() && eventTime.firstTimestamp() <= newWatermark;
    }

    private void warnOfMany() {
        LOG.warn(
                "The input of operator '{}' has ended, and since then {} event-time timers have fired"
                        + " that were registered by others of them. A function that registers the"
                        + " next timer in each onTimer never ends: let it stop when"
                        + " timerService().currentWatermark() is Long.MAX_VALUE.",
                context.operatorName(),
                MANY);
    }

    /** Event time is over for the key, and then it is as late as can be. */
    private final class AtEndOfKey implements EndOfKeys.Hook {

        @Override
        public boolean endKey() throws Exception {
            boolean any = !eventTime.isEmpty() || !processingTime.isEmpty();
            keyHasEnded = true;
            watermark = Math.min(watermark, Long.MAX_VALUE - 1); // so that it moves
            advanceTo(Long.MAX_VALUE);
            while (!processingTime.isEmpty()) {
                context.checkCancelled();
                TimerQueue.Timer<K, N> timer = processingTime.pollFirst();
                setKey(timer.key());
                target.onProcessingTime(timer.namespace(), timer.timestamp());
            }
            return any;
        }

        @Override
        public void beginKey() {
            watermark = Long.MIN_VALUE;
            keyHasEnded = false;
        }
    }

    private void fireProcessingTime(long reached) throws Exception {
        scheduled = null;
        scheduledFor = Long.MAX_VALUE;
        long now = Math.max(reached, context.clock().lastPassedMs());
        firing = true;
        try {
            for (long left = processingTime.size(); left > 0 && !processingTime.isEmpty(); left--) {
                long timestamp = processingTime.firstTimestamp();
                if (timestamp > now || context.isHeldBehind()) {
                    break;
                }
                context.checkCancelled();
                TimerQueue.Timer<K, N> timer = processingTime.pollFirst();
                setKey(timer.key());
                target.onProcessingTime(timer.namespace(), timestamp);
            }
        } finally {
            firing = false;
        }
        scheduleNext();
    }

    private void setKey(K key) {
        backend.setCurrentKey(key, key.hashCode());
    }

    private void scheduleNext() {
        if (ended || firing || keyByKey || processingTime.isEmpty()) {
            return;
        }
        long next = processingTime.firstTimestamp();
        if (scheduled != null) {
            if (scheduledFor <= next) {
                return;
            }
            unschedule();
        }
        scheduledFor = next;
        scheduled = context.scheduleLikeInput(next, round);
    }

    private void unschedule() {
        if (scheduled != null) {
            scheduled.cancel();
            scheduled = null;
            scheduledFor = Long.MAX_VALUE;
        }
    }

    private K key(String doing) {
        K key = backend.currentKey();
        if (key == null) {
            throw new NullPointerException(
                    "A function of operator '"
                            + context.operatorName()
                            + "' wants to "
                            + doing
                            + " a timer while no key is set. Timers belong to a key: register them while a"
                            + " record or a timer is being processed, not in open()");
        }
        return key;
    }

    @Override
    public long currentProcessingTime() {
        return context.clock().millis();
    }

    @Override
    public long currentWatermark() {
        return watermark;
    }

    @Override
    public void registerProcessingTimeTimer(N namespace, long time) {
        K key = key("register");
        if (!processingTime.add(key, key.hashCode(), namespace, time)) {
            return;
        }
        if (keyHasEnded) {
            processingTime.remove(key, key.hashCode(), namespace, time);
            warnOfIgnored("processing", time);
        } else if (time < scheduledFor) {
            scheduleNext();
        }
    }

    @Override
    public void registerEventTimeTimer(N namespace, long time) {
        K key = key("register");
        if (eventTime.add(key, key.hashCode(), namespace, time) && keyHasEnded) {
            eventTime.remove(key, key.hashCode(), namespace, time);
            warnOfIgnored("event", time);
        }
    }

    /** Once: there may be one for each key. */
    private void warnOfIgnored(String domain, long time) {
        if (!hasWarned) {
            hasWarned = true;
            LOG.warn(
                    "A function of operator '{}' registers a timer of {} time ({}) while the timers at"
                            + " the end of its key fire. In a batch job that timer is ignored, and so"
                            + " are others like it, of which nothing more is said.",
                    context.operatorName(),
                    domain,
                    time);
        }
    }

    /** The task may still be called back for a deleted timer; it then finds nothing due. */
    @Override
    public void deleteProcessingTimeTimer(N namespace, long time) {
        K key = key("delete");
        processingTime.remove(key, key.hashCode(), namespace, time);
    }

    @Override
    public void deleteEventTimeTimer(N namespace, long time) {
        K key = key("delete");
        eventTime.remove(key, key.hashCode(), namespace, time);
    }
}
