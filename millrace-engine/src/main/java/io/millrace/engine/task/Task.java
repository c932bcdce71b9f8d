// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.core.io.InputStatus;
import io.millrace.engine.chain.AccumulatorValue;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.ProcessingTimeCallback;
import io.millrace.engine.chain.SourceOperator;
import io.millrace.engine.exchange.Batch;
import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.exchange.OutputGate;
import io.millrace.engine.exchange.StreamElement;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.SnapshotWriter;
import io.millrace.engine.time.Clock;
import io.millrace.engine.time.HeldClock;
import io.millrace.engine.worker.Progress;
import io.millrace.engine.worker.Step;
import io.millrace.engine.worker.Workers;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running of one subtask in one attempt, one step at a time.
 *
 * <p><b>A step</b> opens the letters, fires what is due, and then, if its outputs have room and no
 * operator holds the input back, moves some records: a batch from the input gate, or up to {@link
 * Batch#CAPACITY} from the source at its head. Letters are looked for after each record, by one
 * volatile read; nothing else is checked per record, and nothing may be added there.
 *
 * <p><b>A checkpoint</b> is the subject of {@link TaskCheckpoints}, and <b>a loop</b> that of
 * {@link LoopPart}; the task only says when.
 *
 * <p><b>The end</b> has two parts. <em>End of data</em>: no record will follow; operators finish,
 * and the news is passed on. <em>End of channel</em>: nothing at all will follow. In between, a
 * task whose operators commit something stays until a checkpoint that began after its end of data
 * has completed (CK-61), and passes barriers on meanwhile. One whose operators emit what they have
 * committed keeps the end of data back until then, too.
 *
 * <p><b>A stop</b> with a savepoint ends it otherwise: from the cut on it rests, with its letters
 * open but nothing moving, and when the savepoint is complete it commits and leaves, without having
 * finished.
 *
 * <p>Everything here runs on the task's step, except {@link #mailbox()} and the I/O part of a
 * snapshot.
 */
public final class Task implements Step {

    private static final Logger LOG = LoggerFactory.getLogger(Task.class);

    /** How far a subtask had come in the snapshot that its attempt begins with. */
    public enum Beginning {
        /** Its input goes on; also where there is no snapshot. */
        RUNNING,
        /**
         * Its operators were finished; it gets its state, to commit what is left, and does not
         * finish again.
         */
        ENDED,
        /** It was gone; it ends at once. */
        FINISHED
    }

    private final TaskContext.Shared shared;
    private final List<ChainLink> links;
    private final OperatorChain chain;
    private final InputGate inputs;
    private final TaskOutputs outputs;
    private final TaskCheckpoints checkpoints;

    /** Null unless the task is part of a loop. */
    private final LoopPart loop;

    private final LoopPlace loopPlace;
    private final InputProgress progress;
    private final Mailbox mailbox = new Mailbox();
    private final ProcessingTimers timers;
    private final TaskListener listener;
    private final Clock clock;
    private final HeldClock inputClock;
    private final Beginning beginning;
    private final InFlightPlace inFlight;

    private TaskState state = TaskState.CREATED;
    private SourceOperator source;
    private Input<Object>[] headInputs;
    private Batch batch;
    private int batchAt;
    private int batchInput;
    private boolean waitsForSource;
    private long pendingQuestion;

    /** What is committed with the last checkpoint is emitted then; the end comes behind it. */
    private boolean holdsEndBack;

    /** Whether the operators have been told that their last checkpoint is complete. */
    private boolean lastTold;

    /** Whether the source at the head is to end, though it has more. */
    private boolean drainsSource;

    /** The watermark that is being processed, where checkpoints may come between; else null. */
    private StreamElement.Watermark within;

    private int withinChannel;
    private final boolean interruptsTimers;

    /** Letters that came meanwhile, and were not about barriers; to be opened before others. */
    private final ArrayDeque<Letter> cameWithin = new ArrayDeque<>();

    /** Letters that would make something move while the task rests. */
    private final ArrayDeque<Letter> putOff = new ArrayDeque<>();

    /** Operators that have no room for more. */
    private int holds;

    /** Whether all data has come, and the operators have not all finished. */
    private boolean ending;

    /**
     * @param beginning how far the subtask had come in the snapshot that the attempt begins with
     * @param loopPlace null unless the task is part of a loop
     * @param inFlight what there is to know about barriers that overtake
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // records are untyped here
    public Task(
            TaskContext.Shared shared,
            TaskSettings settings,
            List<ChainLink> links,
            InputGate inputs,
            int inputCount,
            SnapshotWriter writer,
            Workers workers,
            TaskListener listener,
            Beginning beginning,
            LoopPlace loopPlace,
            InFlightPlace inFlight) {
        this.shared = shared;
        this.interruptsTimers = settings.inFlight().betweenTimers();
        this.chain = new OperatorChain(links);
        this.inputs = inputs;
        this.clock = workers.clock();
        this.inputClock = new HeldClock(clock);
        this.timers = new ProcessingTimers(clock);
        this.outputs = new TaskOutputs(chain.gates().toArray(new OutputGate[0]), clock);
        this.checkpoints =
                new TaskCheckpoints(
                        shared, settings, chain, inputs, outputs, writer, workers, listener,
                        loopPlace, inFlight);
        this.loopPlace = loopPlace;
        this.loop = loopPlace == null ? null : new LoopPart(inputs, loopPlace, checkpoints.logs());
        this.listener = listener;
        this.headInputs = new Input[0];
        this.progress = new InputProgress(inputs, inputCount, chain, loop);
        this.beginning = beginning;
        this.inFlight = inFlight;
        this.links = links;
        for (ChainLink link : links) {
            link.context().bind(this);
            for (ChainLink.Route route : link.routes()) {
                if (route.link() >= 0) {
                    links.get(route.link()).context().follows(link);
                }
            }
        }
    }

    /** Where letters to this task go. Any thread. */
    public Mailbox mailbox() {
        return mailbox;
    }

    public TaskKey key() {
        return shared.key();
    }

    @Override
    public String name() {
        return shared.taskName();
    }

    @Override
    public long wakeAtMs() {
        if (state == TaskState.FINISHING) {
            return checkpoints.wakeAtMs(); // timers due after the end never fire (ST-47)
        }
        if (state != TaskState.RUNNING) {
            return Long.MAX_VALUE;
        }
        if (checkpoints.rests()) {
            return outputs.wakeAtMs();
        }
        return Math.min(checkpoints.wakeAtMs(), Math.min(timers.nextMs(), outputs.wakeAtMs()));
    }

    @Override
    public Progress step() {
        try {
            if (mailbox.cancelRequested()) {
                return cancel();
            }
            switch (state) {
                case CREATED:
                    return initialize();
                case RUNNING:
                    return run();
                case FINISHING:
                    return waitForEnd();
                case FINISHED:
                    return drainOrDone();
                default:
                    return Progress.DONE;
            }
        } catch (Throwable t) {
            return mailbox.cancelRequested() ? cancel() : fail(t);
        }
    }

    @Override
    public void broke(Throwable cause) {
        listener.failed(new TaskFailure(key(), name(), null, null, cause));
    }

    // ---- beginning ----

    @SuppressWarnings({"unchecked", "rawtypes"}) // records are untyped here
    private Progress initialize() throws Exception {
        if (beginning == Beginning.FINISHED) {
            outputs.broadcast(new StreamElement.Watermark(Long.MAX_VALUE));
            outputs.broadcast(new StreamElement.EndOfData());
            outputs.broadcast(new StreamElement.EndOfChannel());
            state = state.to(TaskState.FINISHED);
            listener.running(key());
            listener.finished(key());
            return drainOrDone();
        }
        chain.initialize();
        if (chain.headIsSource()) {
            source = chain.source();
        } else {
            headInputs = chain.headInputs();
        }
        progress.begin(headInputs);
        if (inFlight.restored() != null) {
            inFlight.restored().into(inputs);
        }
        outputs.begin();
        beginLoop();
        state = state.to(TaskState.RUNNING);
        listener.running(key());
        if (loop != null && loop.hasEntered()) {
            tellFlow(0);
        }
        if (beginning == Beginning.ENDED) {
            outputs.broadcast(new StreamElement.Watermark(Long.MAX_VALUE));
            holdsEndBack = holdsEndBack();
            passOnEndOfData();
        }
        return Progress.MADE;
    }

    /** What went round at the cut comes first, before anything that enters. */
    private void beginLoop() throws Exception {
        if (loop == null) {
            return;
        }
        if (beginning == Beginning.ENDED) {
            loop.endedBefore();
        }
        progress.beginLoop(loopPlace);
        new LoopReplay(chain, headInputs, mailbox, key().subtask()).all(loopPlace);
    }

    // ---- running ----

    private Progress run() throws Exception {
        boolean made = openLetters();
        if (loop != null && checkpoints.hasTriggers()) {
            doPending(); // by now its inputs may have ended, or a batch be done
        }
        if (state == TaskState.RUNNING && checkpoints.rests()) {
            return rest(made);
        }
        cutIfDue();
        made |= timers.fire();
        if (state != TaskState.RUNNING) {
            return Progress.MADE;
        }
        if (!outputs.drain()) {
            inputClock.hold();
            return Progress.BLOCKED;
        }
        if (holds > 0) {
            inputClock.hold();
        } else {
            inputClock.release();
        }
        boolean turn = holds == 0;
        boolean moved = ending ? finish() : source != null ? emit() : take();
        outputs.flushAfter(moved);
        if (turn && timers.areHeld() && !checkpoints.rests()) {
            inputHadItsTurn();
            made |= timers.release();
        }
        return made || moved
                ? Progress.MADE
                : outputs.areBlocked() ? Progress.BLOCKED : Progress.NONE;
    }

    /**
     * Timers that had waited for room, as the input does, have filled it again: then the input's
     * turn comes first, else it would never, and no barrier would pass. And the other way round.
     */
    private void inputHadItsTurn() {
        links.forEach(link -> link.context().inputHadItsTurn());
    }

    /** Some records from the source; true when anything came. */
    private boolean emit() throws Exception {
        lockForPending();
        if (checkpoints.rests()) {
            return true;
        }
        if (drainsSource) {
            waitsForSource = false;
            if (source.tryLock()) { // and it stays locked: nothing comes out of it any more
                endOfData();
                return true;
            }
        }
        // Without room, too, what the source has handed over must come, else it can't be locked.
        if (waitsForSource || holds > 0 && !hasPending() && !drainsSource) {
            return false;
        }
        boolean any = false;
        for (int i = 0; i < Batch.CAPACITY; i++) {
            InputStatus status;
            try {
                status = source.emitNext();
            } catch (Throwable t) {
                throw chain.failureOfHead("to produce a record", t);
            }
            if (status == InputStatus.NOTHING_AVAILABLE) {
                lockForPending();
                return any | (state == TaskState.RUNNING && mayHaveMore());
            }
            any = true;
            if (status == InputStatus.END_OF_INPUT) {
                endOfData();
                return true;
            }
            if (mailbox.hasMail() || outputs.areBlocked()) {
                return true;
            }
        }
        return true;
    }

    /**
     * A source that had nothing may have something now already, and then nobody else will wake this
     * task.
     */
    private boolean mayHaveMore() {
        CompletableFuture<?> available = source.available();
        if (available.isDone()) {
            return true;
        }
        waitsForSource = true;
        available.whenComplete(
                (x, t) -> mailbox.post(new Letter.Run(() -> waitsForSource = false)));
        return false;
    }

    /** One element of the input, or the rest of a batch; true when there was any. */
    private boolean take() throws Exception {
        if (holds > 0) {
            return false;
        }
        if (batch == null) {
            StreamElement element = next();
            if (element == null) {
                return false;
            }
            if (!(element instanceof Batch records)) {
                control(inputs.lastChannel(), element);
                return true;
            }
            if (inputs.isRested()) {
                inputs.begin(clock.nanos());
            }
            batch = records;
            batchAt = 0;
            batchInput = inputs.input(inputs.lastChannel());
            if (loop != null) {
                begun(records);
            }
        }
        Input<Object> input = headInputs[batchInput];
        Batch records = batch;
        int size = records.size();
        int at = batchAt;
        try {
            while (at < size) {
                Object value = records.value(at);
                long timestamp = records.timestamp(at);
                at++;
                input.element(value, timestamp);
                if (mailbox.hasMail()) {
                    break;
                }
            }
        } catch (Throwable t) {
            throw chain.failureOfHead("on a record", t);
        }
        batchAt = at;
        if (at == size) {
            batch = null;
            inputs.consumed(size, clock.nanos());
            if (loop != null) {
                loop.done(inputs.lastChannel());
            }
        }
        return true;
    }

    private StreamElement next() {
        if (checkpoints.isWaiting()) {
            checkpoints.check(null, 0, -1);
        }
        StreamElement element = loop == null ? inputs.poll() : loop.next();
        if (element != null && checkpoints.isRecording()) {
            checkpoints.taken(inputs.lastChannel(), element);
        }
        return element;
    }

    /**
     * A barrier may have come past what is on its way, or have waited long enough. What comes round
     * a loop is logged by whole batches, so there the batch is done first.
     */
    private void cutIfDue() {
        if (checkpoints.isWaiting() && !isBetweenFinishes() && (loop == null || batch == null)) {
            checkpoints.check(batch, batchAt, inputs.lastChannel());
        }
    }

    private void control(int channel, StreamElement element) throws Exception {
        if (loop == null) {
            regular(channel, element);
            return;
        }
        if (inputs.isBack(channel)) {
            fedBack(channel, element);
        } else {
            regular(channel, element);
        }
        if (element.isFlow()) {
            loop.done(channel);
        }
    }

    private void regular(int channel, StreamElement element) throws Exception {
        if (element instanceof StreamElement.Watermark watermark) {
            // Restored after its end, its operators heard this watermark in an earlier attempt.
            if (state == TaskState.RUNNING) {
                watermark(channel, watermark);
            }
        } else if (element instanceof StreamElement.Status status) {
            if (state == TaskState.RUNNING) {
                progress.idle(channel, status.idle());
            }
        } else if (element instanceof StreamElement.CheckpointBarrier barrier) {
            checkpoints.barrier(channel, barrier);
        } else if (element instanceof StreamElement.CancelMarker marker) {
            checkpoints.cancelMarker(channel, marker);
        } else if (element instanceof StreamElement.EndOfData) {
            if (progress.endOfData(channel)) {
                if (loop != null && loop.ended(channel)) {
                    tellFlow(0);
                }
                endIfDataHas();
            }
        } else if (element instanceof StreamElement.EndOfChannel) {
            inputs.end(channel);
            checkpoints.channelEnded();
        }
    }

    private void watermark(int channel, StreamElement.Watermark watermark) throws Exception {
        if (!interruptsTimers || loop != null) {
            progress.watermark(channel, watermark.timestamp());
            return;
        }
        within = watermark;
        withinChannel = channel;
        try {
            progress.watermark(channel, watermark.timestamp());
        } finally {
            within = null;
        }
    }

    /**
     * Between two timers of a watermark: a barrier that overtakes need not wait for the others.
     * Only letters about barriers are opened here; all others may call operators, and one of those
     * is at work.
     */
    void betweenTimers() {
        if (within == null) {
            return;
        }
        while (mailbox.hasMail()) {
            Letter letter = mailbox.take();
            if (letter == null) {
                break;
            }
            if (letter instanceof Letter.Announced announced) {
                checkpoints.announced(announced);
            } else if (letter instanceof Letter.TriggerCheckpoint trigger
                    && checkpoints.overtakes(trigger)) {
                checkpoints.triggered(trigger);
            } else {
                cameWithin.add(letter);
            }
        }
        if (checkpoints.isWaiting()) {
            checkpoints.checkWithin(withinChannel, within);
        }
    }

    private void endIfDataHas() throws Exception {
        if (progress.dataHasEnded()
                && state == TaskState.RUNNING
                && !ending
                && (loop == null || loop.mayEnd())) {
            endOfData();
        }
    }

    // ---- as part of a loop ----

    /** A batch was taken. */
    private void begun(Batch records) {
        int channel = inputs.lastChannel();
        if (inputs.isBack(channel)) {
            refuseAfterEnd();
            checkpoints.logs().taken(channel, records, 0);
        }
    }

    private void fedBack(int channel, StreamElement element) {
        if (element instanceof Batch) {
            refuseAfterEnd();
        } else {
            loop.fedBack(channel, element);
        }
    }

    private void refuseAfterEnd() {
        if (state != TaskState.RUNNING) {
            throw afterEnd();
        }
    }

    private static IllegalStateException afterEnd() {
        return new IllegalStateException(
                "A record was fed back to a loop that has ended; this is a fault of Millrace");
    }

    private void tellFlow(long question) {
        outputs.flush();
        boolean resting =
                batch == null
                        && !inputs.hasRestored()
                        && !chain.holdsRecords()
                        && !checkpoints.rests();
        listener.flow(
                key(),
                question,
                new Flow(outputs.sentInLoop(), loop.processed(), loop.hasEntered(), resting));
    }

    private void word(Letter.OfLoop.Word word) throws Exception {
        if (state != TaskState.RUNNING) {
            return;
        }
        switch (word) {
            case RELEASE:
                loop.release();
                if (loop.isHead()) {
                    progress.released();
                }
                break;
            case CLOSE:
                outputs.closeFeedback();
                break;
            default:
                loop.end();
                endIfDataHas();
        }
    }

    // ---- letters ----

    private boolean openLetters() throws Exception {
        boolean any = false;
        while (!cameWithin.isEmpty() || mailbox.hasMail()) {
            Letter letter = cameWithin.isEmpty() ? mailbox.take() : cameWithin.poll();
            if (letter == null) {
                break;
            }
            any = true;
            if (checkpoints.rests()
                    && (letter instanceof Letter.Run || letter instanceof Letter.OfLoop)) {
                putOff.add(letter);
            } else {
                open(letter);
            }
        }
        return any;
    }

    private void open(Letter letter) throws Exception {
        if (letter instanceof Letter.TriggerCheckpoint trigger) {
            checkpoints.triggered(trigger);
            carryOut();
        } else if (letter instanceof Letter.Announced announced) {
            checkpoints.announced(announced);
        } else if (letter instanceof Letter.CheckpointComplete complete) {
            checkpoints.completed(complete);
            carryOut();
        } else if (letter instanceof Letter.CheckpointAborted aborted) {
            boolean rested = checkpoints.rests();
            checkpoints.aborted(aborted);
            carryOut();
            if (rested && !checkpoints.rests()) {
                goOn();
            }
        } else if (letter instanceof Letter.SourceEvent event) {
            if (source != null && state == TaskState.RUNNING && !ending) {
                try {
                    source.handleEvent(event.event());
                } catch (Throwable t) {
                    throw chain.failureOfHead("on a letter from its coordinator", t);
                }
                waitsForSource = false;
            }
        } else if (letter instanceof Letter.Drain) {
            checkpoints.drain();
            drainsSource = source != null && state == TaskState.RUNNING && !ending;
        } else if (letter instanceof Letter.Leave leave) {
            checkpoints.leave(leave);
            carryOut();
        } else if (letter instanceof Letter.TellAccumulators tell) {
            pendingQuestion = tell.question();
            carryOut();
        } else if (letter instanceof Letter.TellFlow tell) {
            tellFlow(tell.question());
        } else if (letter instanceof Letter.OfLoop of) {
            word(of.word());
        } else if (letter instanceof Letter.Run run) {
            run.action().run();
        }
    }

    // ---- at rest: the savepoint with which the job stops is cut, and not complete ----

    /**
     * Nothing moves but what was sent before the cut. Where a loop begins that may come round
     * still: it goes into the log, and is not processed.
     */
    private Progress rest(boolean made) throws Exception {
        if (hasPending()) {
            carryOut();
        }
        if (!outputs.drain()) {
            return Progress.BLOCKED;
        }
        outputs.flush();
        if (checkpoints.leaves()) {
            return leave();
        }
        boolean moved = !checkpoints.logsAreClosed() && logFeedback();
        return made || moved
                ? Progress.MADE
                : outputs.areBlocked() ? Progress.BLOCKED : Progress.NONE;
    }

    private boolean logFeedback() throws Exception {
        StreamElement element = inputs.pollBack();
        if (element instanceof Batch records) {
            checkpoints.logs().taken(inputs.lastChannel(), records, 0);
        } else if (element != null) {
            fedBack(inputs.lastChannel(), element);
        }
        return element != null;
    }

    /** The savepoint was given up. */
    private void goOn() throws Exception {
        waitsForSource = false;
        while (!putOff.isEmpty() && !checkpoints.rests()) {
            open(putOff.remove());
        }
    }

    /**
     * The savepoint is complete, and the operators have committed. Those before this task may have
     * emitted something while they did; so the inputs are read to their end, and then the task ends
     * without having finished: its state is in the savepoint, and goes on from there.
     */
    private Progress leave() throws Exception {
        if (inputs.live() > 0) {
            StreamElement element = inputs.pollRegular();
            if (element instanceof Batch records) {
                last(records);
            } else if (element instanceof StreamElement.EndOfChannel) {
                inputs.end(inputs.lastChannel());
            }
            return element == null ? Progress.NONE : Progress.MADE;
        }
        if (source != null) {
            source.cancel();
        }
        return over();
    }

    private void last(Batch records) {
        Input<Object> input = headInputs[inputs.input(inputs.lastChannel())];
        try {
            for (int i = 0; i < records.size(); i++) {
                input.element(records.value(i), records.timestamp(i));
            }
        } catch (Throwable t) {
            throw chain.failureOfHead("on a record", t);
        }
    }

    /** What letters ask for is done now, unless code of the source's may run beside this task. */
    private void carryOut() {
        if (source != null && state == TaskState.RUNNING) {
            lockForPending();
        } else {
            doPending();
        }
    }

    /** Carries out what had to wait until no code of the source's runs beside this task. */
    private void lockForPending() {
        if (source == null || !hasPending()) {
            return;
        }
        if (!source.tryLock()) {
            waitsForSource = false;
            return;
        }
        try {
            doPending();
        } finally {
            if (!checkpoints.rests()) {
                source.unlock();
            }
        }
    }

    private boolean hasPending() {
        return checkpoints.hasTriggers() || checkpoints.hasNotice() || pendingQuestion != 0;
    }

    /**
     * No code of the source's runs beside this. A snapshot that a letter asks for waits until the
     * last elements of senders that have ended are taken, and the batch that came round a loop. And
     * there is none while some operators have finished and others have not.
     */
    private void doPending() {
        if (inputs.live() == 0 && batch == null && !isBetweenFinishes()) {
            checkpoints.carryOutTriggers();
        }
        checkpoints.deliverNotice();
        answerPending();
    }

    /** No code of the source's runs beside this. */
    private void answerPending() {
        if (pendingQuestion != 0) {
            listener.accumulators(key(), pendingQuestion, chain.accumulators());
            pendingQuestion = 0;
        }
    }

    /** What was counted to the very end, {@code close} included. */
    private void tellAccumulatorsAtTheEnd() {
        List<AccumulatorValue> values = chain.accumulators();
        if (!values.isEmpty()) {
            listener.accumulators(key(), TaskListener.LAST_WORD, values);
        }
    }

    // ---- the end ----

    private void endOfData() throws Exception {
        if (source != null) {
            chain.headOutput().idle(false);
            chain.headOutput().watermark(Long.MAX_VALUE);
        }
        ending = true;
        timers.inputEnded();
        finish();
    }

    /**
     * The end of data reaches the operators. It waits for records that are held, and for timers
     * whose time has come but that must wait until there is room: first, while barriers and letters
     * go on as ever, for all there are; then, operator by operator, for those that the last words
     * of the ones before it have brought. In that second part there is no snapshot, for what had
     * finished in it would finish again after a restore. True when anything was done.
     */
    private boolean finish() throws Exception {
        if (!chain.hasBegunToFinish() && (chain.holdsRecords() || timers.areHeld())) {
            chain.endTimersBeforeHolders();
            boolean any = takeControl();
            if (hasPending()) {
                carryOut();
            }
            return any;
        }
        if (!chain.finish()) {
            return chain.emitHeldBack();
        }
        ending = false;
        holdsEndBack = holdsEndBack();
        passOnEndOfData();
        return true;
    }

    private boolean holdsEndBack() {
        return chain.emitsWhenComplete() && !checkpoints.endIsCommitted();
    }

    private boolean isBetweenFinishes() {
        return ending && chain.hasBegunToFinish();
    }

    /** After the end of data no record comes any more. */
    private boolean takeControl() throws Exception {
        StreamElement element = next();
        if (element == null) {
            return false;
        }
        if (element instanceof Batch) {
            throw afterEnd();
        }
        control(inputs.lastChannel(), element);
        return true;
    }

    private void passOnEndOfData() throws Exception {
        if (!holdsEndBack) {
            outputs.broadcast(new StreamElement.EndOfData());
        }
        state = state.to(TaskState.FINISHING);
        if (source != null && !drainsSource) {
            source.unlock();
        }
        checkpoints.endOfData();
        listener.endOfData(key());
        doPending();
    }

    private Progress waitForEnd() throws Exception {
        boolean made = openLetters();
        cutIfDue();
        if (!outputs.drain()) {
            return Progress.BLOCKED;
        }
        outputs.flush();
        StreamElement element = next();
        if (element != null) {
            control(inputs.lastChannel(), element);
            made = true;
        }
        if (inputs.live() == 0 && checkpoints.hasTriggers()) {
            checkpoints.carryOutTriggers();
            made = true;
        }
        boolean committed = checkpoints.endIsCommitted() && checkpoints.logsAreClosed();
        boolean alone = inputs.live() == 0;
        if (committed && holdsEndBack && (alone || checkpoints.drains())) {
            tellLast();
            outputs.broadcast(new StreamElement.EndOfData());
            holdsEndBack = false;
            made = true;
        }
        if (committed && alone && (!checkpoints.drains() || checkpoints.leaves())) {
            tellLast();
            return over();
        }
        return made ? Progress.MADE : outputs.areBlocked() ? Progress.BLOCKED : Progress.NONE;
    }

    private void tellLast() {
        if (checkpoints.lastHasCompleted() && !lastTold) {
            lastTold = true;
            chain.lastCheckpointCompleted();
        }
    }

    private Progress over() {
        chain.close();
        outputs.broadcast(new StreamElement.EndOfChannel());
        state = state.to(TaskState.FINISHED);
        checkpoints.over();
        tellAccumulatorsAtTheEnd();
        if (loop != null) {
            tellFlow(TaskListener.LAST_WORD);
        }
        listener.finished(key());
        return drainOrDone();
    }

    /** A finished task lives on only to move its last elements into full channels. */
    private Progress drainOrDone() {
        outputs.flush();
        if (!outputs.drain()) {
            return Progress.BLOCKED;
        }
        outputs.close();
        return Progress.DONE;
    }

    private Progress cancel() {
        if (state == TaskState.FINISHED) {
            outputs.close();
            return Progress.DONE; // what it could not hand on, nobody will read
        }
        return end(TaskState.CANCELED, null);
    }

    private Progress fail(Throwable t) {
        return end(TaskState.FAILED, t);
    }

    private Progress end(TaskState last, Throwable cause) {
        state = state.to(last);
        batch = null;
        checkpoints.over();
        if (source != null) {
            source.cancel();
        }
        Throwable problem = cause;
        try {
            chain.close();
        } catch (Throwable t) {
            if (problem != null) {
                problem.addSuppressed(t);
            } else {
                LOG.warn("Task '{}' was cancelled, and could not be closed well", name(), t);
            }
        }
        outputs.close();
        tellAccumulatorsAtTheEnd();
        if (last == TaskState.CANCELED) {
            listener.canceled(key());
        } else {
            String operator = problem instanceof OperatorFailure f ? f.operator() : null;
            String uid = problem instanceof OperatorFailure f ? f.uid() : null;
            listener.failed(new TaskFailure(key(), name(), operator, uid, problem));
        }
        return Progress.DONE;
    }

    // ---- for the contexts of its operators ----

    /** Whether its operators had finished in the snapshot that the attempt begins with. */
    boolean hadFinished() {
        return beginning == Beginning.ENDED;
    }

    ProcessingTimeCallback.Registration schedule(
            long atMs, String operator, String uid, ProcessingTimeCallback callback) {
        return timers.add(atMs, operator, uid, callback);
    }

    ProcessingTimeCallback.Registration scheduleLikeInput(
            long atMs,
            String operator,
            String uid,
            ProcessingTimers.Room room,
            ProcessingTimeCallback callback) {
        return timers.add(atMs, operator, uid, room, callback);
    }

    boolean firesTimers() {
        return timers.areFiring();
    }

    /** Whose nanoseconds stand still while there is no room for output. */
    Clock inputClock() {
        return inputClock;
    }

    void hold(boolean hold) {
        holds += hold ? 1 : -1;
        if (hold) {
            mailbox.nudge();
        }
    }

    void sendToCoordinator(OperatorId operator, Object event) {
        listener.toCoordinator(key(), operator, event);
    }
}
