// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.offline;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.Output;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.operator.OperatorSettings;
import io.millrace.engine.operator.Operators;
import io.millrace.engine.operator.StatesOfEnds;
import io.millrace.engine.operator.StatesOfEnds.Reach;
import io.millrace.engine.state.HeapOperatorStateBackend;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.KeyedStateRequest;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.StateHead;
import io.millrace.engine.state.StateMismatch;
import io.millrace.engine.state.heap.HeapKeyedStateBackendFactory;
import io.millrace.engine.time.Clock;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.types.RuntimeTypeSerializer;
import io.millrace.util.OutputTag;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which states an operator of a program asks for, found out without running the program.
 *
 * <p>Only a function that is opened says what it asks for. So the operator is really made, over
 * state that is empty and writes down what is asked of it, and its function initializes its state
 * and is opened, and closed again, as in a first start of a job's first subtask; no record comes,
 * and no timer. What reaches outside is not opened: sources, sinks and functions that ask others
 * ({@link StatesOfEnds}). Of these, and of what fails when it is opened, or does not return, what
 * can be seen is seen: the descriptors in the function's fields. The rest is said to be unknown.
 */
public final class ProgramStates {

    private static final Logger LOG = LoggerFactory.getLogger(ProgramStates.class);

    /**
     * Of which operator, and how far to go.
     *
     * @param panes whether the backend that the program has chosen has panes for windows
     * @param held entries that a snapshot has, by the name of the keyed state
     * @param opens whether functions may be opened; else only those that take no notice of it are
     * @param limit how long one operator may take
     */
    public record Question(
            OperatorTransformation<?> transformation,
            OperatorId id,
            String jobName,
            int maxParallelism,
            ExecutionConfig config,
            ClassLoader loader,
            OperatorSettings settings,
            boolean panes,
            Map<String, Long> held,
            boolean opens,
            Duration limit) {

        public Question {
            held = Map.copyOf(held);
        }
    }

    private final Map<String, AskedFor> asked = new LinkedHashMap<>();
    private Collection<StateDescriptor<?, ?>> seen = List.of();
    private DeclaredStates fields;
    private String unknown = "";
    private String refused = "";

    private ProgramStates() {}

    /** Finds out, in a thread of its own. */
    public static ProgramStates of(Question question) throws InterruptedException {
        ProgramStates states = new ProgramStates();
        FutureTask<Void> asking =
                new FutureTask<>(
                        () -> {
                            states.ask(question);
                            return null;
                        });
        Thread thread = new Thread(asking, "opens " + question.transformation().name());
        thread.setDaemon(true);
        thread.setContextClassLoader(question.loader());
        thread.start();
        try {
            asking.get(question.limit().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            thread.interrupt();
            states.stopped(
                    "opening its function has not come to an end within "
                            + (question.limit().toMillis() < 1000
                                    ? question.limit().toMillis() + " ms"
                                    : question.limit().toSeconds() + " s"));
        } catch (ExecutionException e) {
            states.stopped(e.getCause());
        }
        return states;
    }

    private void stopped(Throwable t) {
        for (Throwable cause = t; cause != null; cause = cause.getCause()) {
            if (cause instanceof StateMismatch) {
                refused = String.valueOf(cause.getMessage());
                return;
            }
        }
        LOG.debug("What an operator asks for was not found out", t);
        stopped("opening its function failed: " + t);
    }

    /** What was first in the way stays. */
    private synchronized void stopped(String why) {
        if (unknown.isEmpty()) {
            unknown = why;
        }
    }

    private void ask(Question question) throws Exception {
        OperatorTransformation<?> transformation = question.transformation();
        OperatorSpec spec = Operators.cloneFor(transformation, question.loader());
        DeclaredStates declared = DeclaredStates.in(spec);
        for (StateDescriptor<?, ?> descriptor : declared.descriptors()) {
            descriptor.initializeSerializerUnlessSet(question.config());
        }
        synchronized (this) {
            seen = List.copyOf(declared.descriptors());
            fields = declared;
        }
        DryContext context = context(question);
        try {
            Reach reach = StatesOfEnds.ask(transformation, context);
            if (reach != Reach.ASKED && !question.opens() && !declared.areSilent()) {
                stopped("it is not known without opening its function");
            } else if (reach == Reach.CLOSED) {
                stopped("what reaches outside is not opened, and this does as soon as it begins");
            } else if (reach != Reach.ASKED) {
                bringUp(question, spec, context, reach);
            }
        } finally {
            context.close();
        }
    }

    private void bringUp(Question question, OperatorSpec spec, DryContext context, Reach reach)
            throws Exception {
        Operator operator =
                Operators.create(
                        question.transformation(),
                        spec,
                        context,
                        new Nowhere(),
                        question.settings());
        if (reach == Reach.OPEN) {
            try {
                operator.initializeState();
                operator.open();
            } finally {
                close(operator, question);
            }
            return;
        }
        operator.initializeState();
        if (reach == Reach.INITIALIZE && !DeclaredStates.in(spec).areSilentWhenOpened()) {
            stopped("what reaches outside is not opened");
        }
    }

    /** What it asks for is known by then. */
    private static void close(Operator operator, Question question) {
        try {
            operator.close();
        } catch (Exception e) {
            LOG.warn(
                    "Closing operator '{}', which was only opened to see which states it asks for,"
                            + " failed",
                    question.transformation().name(),
                    e);
        }
    }

    private DryContext context(Question question) throws Exception {
        OperatorTransformation<?> transformation = question.transformation();
        String label = transformation.uid() == null ? question.id().value() : transformation.uid();
        return new DryContext(
                question,
                label,
                transformation.isKeyed() ? keyed(question, label) : null,
                new AskingOperatorState(
                        new HeapOperatorStateBackend(
                                transformation.name(),
                                label,
                                question.config(),
                                List.of(),
                                0,
                                transformation.parallelism()),
                        question.config(),
                        this::note));
    }

    private KeyedStateBackend<?> keyed(Question question, String label) throws Exception {
        TypeInformation<?> type = question.transformation().keyType();
        KeyedStateBackend<?> empty =
                new HeapKeyedStateBackendFactory(Clock.SYSTEM::millis)
                        .create(
                                new KeyedStateRequest<>(
                                        question.transformation().name(),
                                        label,
                                        question.id(),
                                        0,
                                        type instanceof MissingTypeInfo
                                                ? new RuntimeTypeSerializer<>(
                                                        question.config().getSerializerConfig())
                                                : type.createSerializer(
                                                        question.config().getSerializerConfig()),
                                        question.maxParallelism(),
                                        new KeyGroupRange(0, question.maxParallelism() - 1),
                                        question.config(),
                                        List.of()));
        return new AskingKeyedState<>(
                empty, question.config(), question.panes(), question.held(), this::note);
    }

    private synchronized void note(AskedFor state) {
        asked.putIfAbsent(state.place() + " " + state.name(), state);
    }

    /** What it asked for, in order. */
    public synchronized List<AskedFor> asked() {
        return new ArrayList<>(asked.values());
    }

    /** What is seen in the fields of its function under the name of a state of a snapshot. */
    public synchronized Optional<AskedFor> seen(StateHead head) {
        return DeclaredStates.of(seen, head);
    }

    /**
     * Whether the code of its function has the name of a state of a snapshot, so that it may ask
     * for it with a record, though it did not when it was opened.
     */
    public synchronized boolean mentions(StateHead head) {
        AskedFor.Place place = AskedFor.Place.of(head);
        return fields != null
                && (place == AskedFor.Place.KEYED || place == AskedFor.Place.OPERATOR)
                && fields.mention(head.name());
    }

    /** Why it may ask for more; empty where all is known. */
    public synchronized String unknown() {
        return unknown;
    }

    /** Why it will not begin from what a snapshot has, whatever it asks for; empty for nothing. */
    public String refused() {
        return refused;
    }

    /** Where nothing runs: mail is not delivered, letters go nowhere. */
    private static final class DryContext extends OfflineContext {
        DryContext(
                Question question,
                String label,
                KeyedStateBackend<?> keyed,
                AskingOperatorState operatorState) {
            super(
                    question.jobName(),
                    label,
                    question.id(),
                    question.transformation().parallelism(),
                    question.maxParallelism(),
                    question.config(),
                    question.loader(),
                    Clock.SYSTEM,
                    keyed,
                    operatorState);
        }

        @Override
        public void execute(Action action) {
            // its turn would come after the opening
        }

        @Override
        public void holdInput(boolean hold) {
            // there is none
        }

        @Override
        public void sendToCoordinator(Object event) {
            // sources are not opened
        }
    }

    /** Takes what an operator emits when it is opened. */
    private static final class Nowhere implements Output<Object> {
        @Override
        public void collect(Object value, long timestamp) {
            // nobody is behind it
        }

        @Override
        public <X> void side(OutputTag<X> tag, X value, long timestamp) {
            // likewise
        }

        @Override
        public void watermark(long timestamp) {
            // likewise
        }

        @Override
        public void idle(boolean idle) {
            // likewise
        }
    }
}
