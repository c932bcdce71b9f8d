// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package program;

import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.core.execution.JobClient;
import io.millrace.core.fs.FileSystem;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.v2.DiscardingSink;
import io.millrace.streaming.api.functions.source.SourceFunction;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/** What users might run; a launcher test puts them into a jar. */
public final class Programs {

    private Programs() {}

    /** Tells its arguments, its parallelism and who loaded it, and finishes. */
    public static final class Finishing {
        public static void main(String[] args) throws Exception {
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
            System.out.println("arguments " + Arrays.toString(args));
            System.out.println("parallelism " + env.getParallelism());
            System.out.println("default file system " + FileSystem.getDefaultFsUri());
            System.out.println("loader " + Finishing.class.getClassLoader().getName());
            env.fromData(1, 2, 3).map(x -> x + 1).sinkTo(new DiscardingSink<>());
            env.execute("finishing");
        }
    }

    /** Fails in a function. */
    public static final class Failing {
        public static void main(String[] args) throws Exception {
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
            env.fromData(1, 2, 3)
                    .map(
                            x -> {
                                throw new IllegalStateException("there is no water");
                            })
                    .uid("wheel")
                    .sinkTo(new DiscardingSink<>());
            env.execute("failing");
        }
    }

    /** Throws by itself, without any job. */
    public static final class Throwing {
        public static void main(String[] args) {
            StreamExecutionEnvironment.getExecutionEnvironment();
            throw new IllegalArgumentException("the miller is ill");
        }
    }

    /** Opens the file system of an address. */
    public static final class Opening {
        public static void main(String[] args) throws Exception {
            StreamExecutionEnvironment.getExecutionEnvironment();
            FileSystem.get(URI.create(args[0]));
        }
    }

    /** Uses a class that is not there. */
    public static final class Lacking {
        public static void main(String[] args) {
            throw new NoClassDefFoundError(args[0]);
        }
    }

    /** Gives one uid to two operators. */
    public static final class Twins {
        public static void main(String[] args) throws Exception {
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
            env.fromData(1)
                    .map(x -> x)
                    .uid("twin")
                    .map(x -> x)
                    .uid("twin")
                    .sinkTo(new DiscardingSink<>());
            env.execute("twins");
        }
    }

    /** Cancels its own job. */
    public static final class Cancelling {
        public static void main(String[] args) throws Exception {
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
            env.addSource(new Ticks()).sinkTo(new DiscardingSink<>());
            JobClient client = env.executeAsync("cancelling");
            client.cancel();
        }
    }

    /** Leaves its job running and returns. */
    public static final class Leaving {
        public static void main(String[] args) throws Exception {
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
            env.fromSequence(1, 1000).map(x -> x / (x - 1000)).sinkTo(new DiscardingSink<>());
            env.executeAsync("leaving");
        }
    }

    /** Makes an environment of its own, past the launcher. */
    public static final class Stubborn {
        public static void main(String[] args) throws Exception {
            StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(1);
            env.fromData(1).sinkTo(new DiscardingSink<>());
            env.execute("stubborn");
        }
    }

    /** Asks for the launcher's environment, and then runs its job in another. */
    public static final class Doubting {
        public static void main(String[] args) throws Exception {
            StreamExecutionEnvironment.getExecutionEnvironment();
            StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment();
            env.fromData(1).sinkTo(new DiscardingSink<>());
            env.execute("doubting");
        }
    }

    /** Sets what is not supported by itself. */
    public static final class Insisting {
        public static void main(String[] args) throws Exception {
            Configuration own = new Configuration();
            own.setString("execution.checkpointing.file-merging.enabled", "true");
            StreamExecutionEnvironment env =
                    StreamExecutionEnvironment.getExecutionEnvironment(own);
            env.fromData(1).sinkTo(new DiscardingSink<>());
            env.execute("insisting");
        }
    }

    /** Says by older keys what others say by the current ones. */
    public static final class OldFashioned {
        public static void main(String[] args) {
            Configuration own = new Configuration();
            own.setString("state.checkpoints.num-retained", "7");
            StreamExecutionEnvironment env =
                    StreamExecutionEnvironment.getExecutionEnvironment(own);
            Configuration later = new Configuration();
            later.setString("execution.buffer-timeout", "8 ms");
            env.configure(later);
            System.out.println(
                    "retained "
                            + env.getConfiguration()
                                    .get(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS)
                            + ", buffers wait "
                            + env.getBufferTimeout());
        }
    }

    /** Prints what a library has inside. */
    public static final class Finding {
        public static void main(String[] args) throws Exception {
            try (InputStream in =
                    Finding.class.getClassLoader().getResourceAsStream("inside.txt")) {
                System.out.println(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
    }

    /** A call that does not return, whatever interrupts it. */
    public static final class Hanging {
        public static void main(String[] args) throws Exception {
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
            env.fromData(1).map(x -> hang()).sinkTo(new DiscardingSink<>());
            env.execute("hanging");
        }

        private static int hang() {
            System.out.println("hanging");
            CountDownLatch never = new CountDownLatch(1);
            while (true) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    System.out.println("interrupted");
                }
            }
        }
    }

    /** Calls System.exit while its job runs. */
    public static final class Exiting {
        public static void main(String[] args) throws Exception {
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
            env.fromData(1)
                    .map(
                            x -> {
                                System.exit(7);
                                return x;
                            })
                    .sinkTo(new DiscardingSink<>());
            env.execute("exiting");
        }
    }

    /** Has no main method. */
    public static final class Mainless {}

    private static final class Ticks implements SourceFunction<Long> {
        private static final long serialVersionUID = 1L;

        private volatile boolean running = true;

        @Override
        public void run(SourceContext<Long> context) throws Exception {
            for (long n = 1; running; n++) {
                context.collect(n);
                Thread.sleep(1);
            }
        }

        @Override
        public void cancel() {
            running = false;
        }
    }
}
