// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import fairlead.machine.LoadedStructure;
import fairlead.run.report.Interrupt;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A pool that runs jobs in processes of this machine. Each process runs many jobs and is then replaced. A process is
 * also replaced when it is killed by a signal, gives no answer in time or uses too much memory; its job is then tried
 * again. After the last try the job is quarantined in the store and gives no evaluation, in this and in every later
 * search, until the user releases it with `--retry`. If a process cannot start or cannot write, the job is not at
 * fault: the run ends with an IOException and quarantines no job.
 */
public final class WorkerPool implements Pool {
    /**
     * The limits of the pool.
     *
     * @param command the command of a worker process, without the store's folder
     * @param workers the number of processes at a time
     * @param seconds the greatest time of one job
     * @param megabytes the greatest resident memory of a process
     * @param recycle the number of jobs after which a process is replaced
     */
    public record Options(List<String> command, int workers, long seconds, long megabytes, int recycle) {
        private static final long SECONDS = 600;
        private static final long MEGABYTES = 2048;
        private static final int RECYCLE = 5000; // large, because a new process spends seconds on compilation
        private static final String MORE = "fairlead.process.options";
        private static final long HEAP_SHARE = 2;
        private static final long FIRST_SHARE = 4;
        /**
         * The heap size divided by the size of the young generation. No object outlives its job, so a small young
         * generation is enough, and the next job finds its memory in the cache.
         */
        private static final long YOUNG_SHARE = 16;

        /** Returns options whose workers run this program. */
        public static Options standard(final int workers) {
            return new Options(java(Worker.class, MEGABYTES / HEAP_SHARE), workers, SECONDS, MEGABYTES, RECYCLE);
        }

        /**
         * Returns the command that starts a Java class with the given heap, as a list that the caller may change. The
         * system property `fairlead.process.options` adds options of the virtual machine, also to the processes that
         * the started process starts. Tests have it, because short processes are cheaper without the second compiler.
         */
        public static List<String> java(final Class<?> main, final long heapMegabytes) {
            final List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-Xmx" + heapMegabytes + "m",
                    "-Xms" + heapMegabytes / FIRST_SHARE + "m",
                    "-Xmn" + heapMegabytes / YOUNG_SHARE + "m"));
            command.addAll(HugePages.options());
            command.addAll(LoadedStructure.options());
            final String more = System.getProperty(MORE, "");
            if (!more.isBlank()) {
                command.addAll(List.of(more.strip().split(" +")));
                command.add("-D" + MORE + "=" + more);
            }
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
            return command;
        }
    }

    private static final int TRIES = 3;
    private static final long POLL_MILLIS = 200;
    private static final long EXIT_MILLIS = 2000; // the longest wait between the end of a process's output and its exit
    private static final int SIGNALS = 128; // exit codes above this value mean that a signal killed the process

    private final Store store;
    private final Options options;
    private final List<Process> alive = new ArrayList<>(); // guards itself and `closed`
    private boolean closed;
    private final AtomicLong simulated = new AtomicLong();
    private final AtomicInteger restarts = new AtomicInteger();
    private final Member[] members;
    private final Runnable cleanup = this::kill;

    public WorkerPool(final Store store, final Options options) {
        this.store = store;
        this.options = options;
        members = new Member[options.workers()];
        for (int i = 0; i < members.length; i++) {
            members[i] = new Member();
        }
        Interrupt.cleanUp(cleanup);
    }

    @Override
    public List<EvaluationOutcome> run(final List<Job> jobs) {
        final Map<String, Job> wanted = new LinkedHashMap<>();
        final List<String> keys = new ArrayList<>();
        final Map<String, EvaluationOutcome> outcomes = new ConcurrentHashMap<>();
        for (final Job job : jobs) {
            final String key = Identity.key(job);
            keys.add(key);
            final EvaluationOutcome known = known(key);
            if (known != null) {
                outcomes.put(key, known);
            } else {
                wanted.put(key, job);
            }
        }
        distribute(wanted, outcomes);
        return keys.stream().map(outcomes::get).toList();
    }

    private EvaluationOutcome known(final String key) {
        final Evaluation evaluation = store.get(key);
        if (evaluation != null) {
            return new EvaluationOutcome(evaluation, null);
        }
        final String why = store.quarantined(key);
        return why == null ? null : new EvaluationOutcome(null, why);
    }

    private void distribute(final Map<String, Job> wanted, final Map<String, EvaluationOutcome> outcomes) {
        if (wanted.isEmpty()) {
            return;
        }
        final List<Map.Entry<String, Job>> list = List.copyOf(wanted.entrySet());
        final AtomicInteger next = new AtomicInteger();
        final ExecutorService threads = Executors.newFixedThreadPool(members.length);
        try {
            final List<Future<?>> all = new ArrayList<>();
            for (final Member member : members) {
                all.add(threads.submit(() -> {
                    for (int i = next.getAndIncrement(); i < list.size(); i = next.getAndIncrement()) {
                        final String key = list.get(i).getKey();
                        outcomes.put(key, member.attempt(key, list.get(i).getValue()));
                    }
                }));
            }
            for (final Future<?> one : all) {
                one.get();
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (final ExecutionException e) {
            if (e.getCause() instanceof RuntimeException same) {
                throw same;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    @Override
    public long simulated() {
        return simulated.get();
    }

    /** Returns the number of processes that crashed or had to be killed. */
    public int failures() {
        return restarts.get();
    }

    @Override
    public void close() {
        kill();
        Interrupt.remove(cleanup);
    }

    private void kill() {
        synchronized (alive) {
            closed = true;
            alive.forEach(Process::destroyForcibly);
            alive.clear();
        }
    }

    private boolean isClosed() {
        synchronized (alive) {
            return closed;
        }
    }

    /** A slot of the pool: one worker process at a time, used by one thread at a time. */
    private final class Member {
        private Process process;
        private BufferedWriter in;
        private BufferedReader out;
        private int done;

        EvaluationOutcome attempt(final String key, final Job job) {
            String why = "";
            for (int i = 0; i < TRIES; i++) {
                final String line = ask(job);
                if (line.equals(Worker.DONE + key)) {
                    simulated.incrementAndGet();
                    return new EvaluationOutcome(store.get(key), null);
                }
                restarts.incrementAndGet();
                final String report = crashReport();
                stop();
                if (isClosed()) { // the process was killed with the pool: the job is not to blame
                    throw environment("was ended with its pool");
                }
                if (line.startsWith(Worker.CANNOT)) {
                    throw environment(line.substring(Worker.CANNOT.length()));
                }
                if (line.startsWith(Worker.FAILED)) {
                    return new EvaluationOutcome(null, line.substring(Worker.FAILED.length()));
                }
                why = line + report;
            }
            store.quarantine(key, why, job);
            return new EvaluationOutcome(null, why);
        }

        private UncheckedIOException environment(final String what) {
            return new UncheckedIOException(
                    new IOException("a worker process " + what + "; more may be in " + errors()));
        }

        /** Returns the worker's answer, or a description of the failure of its process. */
        private String ask(final Job job) {
            final ExecutorService reader = Executors.newSingleThreadExecutor();
            try {
                start();
                in.write(job.toJson());
                in.newLine();
                in.flush();
                final Future<String> answer = reader.submit(out::readLine);
                final String line = await(answer);
                if (line == null || !Worker.isAnswer(line)) {
                    // a crashing virtual machine writes its message to the same stream
                    return ended();
                }
                if (line.startsWith(Worker.DONE) && ++done >= options.recycle()) {
                    stop();
                }
                return line;
            } catch (final IOException | ExecutionException e) {
                return process == null ? Worker.CANNOT + "did not start: " + e.getMessage() : ended();
            } catch (final TimeoutException e) {
                return e.getMessage();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            } finally {
                reader.shutdownNow();
            }
        }

        private String ended() {
            try {
                process.waitFor(EXIT_MILLIS, TimeUnit.MILLISECONDS);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
            if (process.isAlive()) {
                return "the process ended its output";
            }
            final int code = process.exitValue();
            return (code > SIGNALS ? "the process" : Worker.CANNOT) + (code > SIGNALS ? " " : "") + "ended with code "
                    + code;
        }

        /** Returns a note that names the crash report of the virtual machine, or an empty text. */
        private String crashReport() {
            final Path report = process == null ? null : crashReport(Long.toString(process.pid()));
            return report != null && Files.exists(report) ? "; report: " + report : "";
        }

        private Path crashReport(final String pid) {
            return store.root().resolve("worker-crash-" + pid + ".txt");
        }

        private Path errors() {
            return store.root().resolve("worker-errors.txt");
        }

        private String await(final Future<String> answer)
                throws ExecutionException, InterruptedException, TimeoutException {
            final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(options.seconds());
            while (true) {
                try {
                    return answer.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
                } catch (final TimeoutException e) {
                    if (ResidentMemory.megabytes(process) > options.megabytes()) {
                        stop();
                        throw new TimeoutException("the process held more than " + options.megabytes() + " MB");
                    }
                    if (System.nanoTime() > end) {
                        stop();
                        throw new TimeoutException("no answer within " + options.seconds() + " s");
                    }
                }
            }
        }

        private void start() throws IOException {
            if (process != null && process.isAlive()) {
                return;
            }
            final List<String> command = new ArrayList<>(options.command());
            command.addAll(1, List.of("-XX:ErrorFile=" + crashReport("%p"), "-XX:+DisplayVMOutputToStderr"));
            command.add(store.root().toString());
            process = null;
            synchronized (alive) { // a closed pool creates no folder and starts no process
                if (closed) {
                    throw new IOException("the pool is closed");
                }
                Files.createDirectories(store.root());
                process = new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.appendTo(errors().toFile()))
                        .start();
                alive.add(process);
            }
            in = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
            out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            done = 0;
        }

        private void stop() {
            if (process != null) {
                process.destroyForcibly();
                synchronized (alive) {
                    alive.remove(process);
                }
                process = null;
            }
        }
    }
}
