// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import fairlead.evaluate.Worker.Answer;
import fairlead.evaluate.Worker.Work;
import fairlead.evaluate.Workers.End;
import fairlead.evaluate.Workers.Limits;
import fairlead.evaluate.Workers.Reply;
import fairlead.machine.LoadedStructure;
import fairlead.machine.MachineStructure;
import fairlead.rtl.StructureBuild;
import fairlead.run.Interrupt;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A pool that runs jobs in processes of this machine. Each process runs many jobs and is then replaced. A process is
 * also replaced when it is killed by a signal, gives no answer in time or uses too much memory; its job is then tried
 * again. After the last try the job is quarantined in the store and gives no evaluation, in this and in every later
 * search, until the user releases it with `--retry`. If a process cannot start or cannot write, the job is not at
 * fault: the run ends with an IOException and quarantines no job.
 */
public final class WorkerPool extends Pool {
    /**
     * The limits of the pool.
     *
     * @param command the command of a worker process
     * @param workers the number of processes at a time
     * @param seconds the greatest time of one job
     * @param megabytes the greatest resident memory of a process
     * @param recycle the number of jobs after which a process is replaced
     */
    public record Options(List<String> command, int workers, long seconds, long megabytes, int recycle) {
        private static final long SECONDS = 600;
        private static final long MEGABYTES = 2048;
        private static final int RECYCLE = 5000; // large, because a new process spends seconds on compilation
        private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
        private static final String MORE = "fairlead.process.options";
        private static final String CLASSES = "fairlead.process.classes";
        private static final long HEAP_SHARE = 2;
        private static final long FIRST_SHARE = 4;
        /**
         * The heap size divided by the size of the young generation. No object outlives its job, so a small young
         * generation is enough, and the next job finds its memory in the cache.
         */
        private static final long YOUNG_SHARE = 16;

        /** Returns options whose workers run this program. */
        public static Options standard(int workers) {
            return new Options(java(Worker.class, MEGABYTES / HEAP_SHARE), workers, SECONDS, MEGABYTES, RECYCLE);
        }

        /**
         * Returns the command that starts a Java class with the given heap, as a list that the caller may change. The
         * system property `fairlead.process.options` adds options of the virtual machine, also to the processes that
         * the started process starts. Tests have it, because short processes are cheaper without the second compiler.
         * So they have `fairlead.process.classes`, a class path before that of this process: the jars of the archive of
         * classes.
         */
        public static List<String> java(Class<?> main, long heapMegabytes) {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-Xmx" + heapMegabytes + "m",
                    "-Xms" + heapMegabytes / FIRST_SHARE + "m",
                    "-Xmn" + heapMegabytes / YOUNG_SHARE + "m"));
            command.addAll(hugePages(HUGE_PAGES));
            command.addAll(LoadedStructure.options());
            String more = System.getProperty(MORE, "");
            if (!more.isBlank()) {
                command.addAll(List.of(more.strip().split(" +")));
                command.add("-D" + MORE + "=" + more);
            }
            command.addAll(List.of("-cp", classPath(), main.getName()));
            return command;
        }

        /** Returns the class path of such a process, which may run in any folder. */
        static String classPath() {
            String first = System.getProperty(CLASSES, "");
            String classes = System.getProperty("java.class.path");
            return Arrays.stream((first.isEmpty() ? classes : first + File.pathSeparator + classes)
                            .split(File.pathSeparator))
                    .map(entry -> Path.of(entry).toAbsolutePath().normalize().toString())
                    .collect(Collectors.joining(File.pathSeparator));
        }

        /** Returns the command of a process with another structure. */
        static List<String> with(List<String> command, MachineStructure structure) {
            List<String> other = new ArrayList<>(command);
            other.removeIf(word -> word.startsWith("-D" + LoadedStructure.PROPERTY + "="));
            if (!structure.equals(MachineStructure.STANDARD)) {
                other.add(1, "-D" + LoadedStructure.PROPERTY + "=" + StructureBuild.manifest(structure));
            }
            return other;
        }

        /**
         * Returns the option for memory pages of 2 MB where the kernel grants such pages on request (`madvise`),
         * because elsewhere Java prints a warning. A simulation accesses its whole memory, and larger pages make
         * address translation faster.
         *
         * @param setting the kernel's file that lists the possible settings, with the active one in brackets
         */
        static List<String> hugePages(Path setting) {
            try {
                return Files.isReadable(setting) && Files.readString(setting).contains("[madvise]")
                        ? List.of("-XX:+UseTransparentHugePages")
                        : List.of();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final int TRIES = 3;
    private static final int SIGNALS = 128; // exit codes above this value mean that a signal killed the process
    /** The most structures of which each worker has a process without work; each process has some 200 MB. */
    private static final int STRUCTURES = 8;

    /** A simulation whose result is then in a store; the answer is its key. */
    record Simulate(Job job, String store) implements Work<String> {
        @Override
        public String run() {
            try {
                return Simulation.of(job.read(), new Store(Path.of(store))).key();
            } catch (RuntimeException | Error e) {
                e.printStackTrace();
                throw e;
            }
        }
    }

    private final Options options;
    private final Workers<Answer> workers;
    private final Runnable cleanup;

    public WorkerPool(Store store, Options options) {
        super(store);
        this.options = options;
        workers = new Workers<>(
                STRUCTURES * options.workers(),
                options.recycle(),
                this::command,
                errors(),
                new Limits(options.seconds(), 0, options.megabytes()),
                Worker::read);
        cleanup = workers::close;
        Interrupt.cleanUp(cleanup);
    }

    @Override
    protected Map<String, String> simulate(Map<Identity, Job> missing) {
        Map<String, String> lost = new HashMap<>();
        try {
            Campaign.run(List.copyOf(missing.entrySet()), options.workers(), this::attempt, (one, why) -> {
                if (!why.isEmpty()) {
                    lost.put(one.getKey().key(), why);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lost;
    }

    @Override
    public void close() {
        workers.close();
        Interrupt.remove(cleanup);
    }

    /** Returns an empty text when the result is in the store, or else why it is not. */
    private String attempt(Map.Entry<Identity, Job> wanted) throws IOException {
        String key = wanted.getKey().key();
        String work =
                Worker.encoded(new Simulate(wanted.getValue(), store.root().toString()));
        String why = "";
        for (int i = 0; i < TRIES; i++) {
            Reply<Answer> reply = workers.ask(wanted.getKey().structure(), work, answer -> answer.isSound(key::equals));
            Answer answer = reply.answer();
            Throwable error = answer == null ? null : answer.error();
            if (answer != null && key.equals(answer.result())) {
                return "";
            } else if (workers.isClosed()) { // the process was killed with the pool: the job is not to blame
                throw environment("was ended with its pool");
            } else if (error instanceof UncheckedIOException e) {
                throw environment(
                        "could not go on: " + e.getCause().getMessage().replaceAll("\\R", " "));
            } else if (error != null) {
                return error.toString().replaceAll("\\R", " ");
            }
            why = answer != null ? "an answer with another key" : failure(reply);
        }
        store.quarantine(key, why, wanted.getValue());
        return why;
    }

    /** Returns what a worker did in place of an answer; throws if the job is not at fault. */
    private String failure(Reply<?> reply) throws IOException {
        if (reply.end() == End.NO_START) {
            throw environment("did not start: " + reply.text());
        }
        if (reply.end() == End.EXIT && reply.code() >= 0 && reply.code() <= SIGNALS) {
            throw environment("ended with code " + reply.code());
        }
        Path report = crashFile(Long.toString(reply.pid()));
        return reply.text() + (Files.exists(report) ? "; report: " + report : "");
    }

    private IOException environment(String what) {
        return new IOException("a worker process " + what + "; more may be in " + errors());
    }

    private List<String> command(MachineStructure structure) {
        List<String> command = new ArrayList<>(
                structure.equals(MachineStructure.loaded())
                        ? options.command()
                        : Options.with(options.command(), structure));
        command.addAll(1, List.of("-XX:ErrorFile=" + crashFile("%p"), "-XX:+DisplayVMOutputToStderr"));
        return command;
    }

    private Path crashFile(String pid) {
        return store.root().resolve("worker-crash-" + pid + ".txt");
    }

    private Path errors() {
        return store.root().resolve("worker-errors.txt");
    }
}
