// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import fairlead.evaluate.Worker.Answer;
import fairlead.evaluate.Worker.Question;
import fairlead.evaluate.Worker.Work;
import fairlead.machine.MachineStructure;
import fairlead.run.Interrupt;
import fairlead.scenario.StructureFile.OtherStructure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Child processes that answer each line with one line, grouped by their structure (decision 18). A thread has a process
 * for itself until the answer, so no thread waits for another one. Processes without work are kept for the next request
 * of their structure; of too many, the one without work for the longest time ends. A request that takes too long or too
 * much memory ends its process. All of them end with this process, because their input does.
 *
 * @param <A> what an answer means
 */
public final class Workers<A> implements AutoCloseable {
    /** The beginning of an answer; other lines of the output are, for example, of a crashing virtual machine. */
    static final String ANSWER = "answer: ";

    private static final long POLL_MILLIS = 50;
    private static final long EXIT_MILLIS = 2000; // the longest wait between the end of a process's output and its exit
    private static final int KILO = 1024;
    private static final String ENDED = new String("end"); // the object, not its text, marks the end of an output

    private static final long HEAP_MEGABYTES = 1024;
    private static final int MOST = 8; // processes without work; each has some 200 MB

    private static final Workers<Answer> OTHERS = new Workers<>(
            MOST,
            Integer.MAX_VALUE,
            structure -> WorkerPool.Options.with(WorkerPool.Options.java(Worker.class, HEAP_MEGABYTES), structure),
            null,
            new Limits(24 * 3600, 0, 2 * HEAP_MEGABYTES),
            Worker::read);

    static {
        Interrupt.afterCommand(OTHERS::endIdle);
    }

    /**
     * What one answer may take.
     *
     * @param seconds of the clock
     * @param processorSeconds of processor time, or 0 for no limit
     * @param megabytes of resident memory
     */
    public record Limits(long seconds, long processorSeconds, long megabytes) {}

    /** What came of a request. */
    public enum End {
        ANSWER,
        /** The limit of the clock or of the processor time was reached. */
        HANG,
        MEMORY,
        /** The process could not be started. */
        NO_START,
        /** The process ended its output. */
        EXIT,
        /** This object is closed, and no process was started. */
        CLOSED
    }

    /**
     * The end of a request.
     *
     * @param answer the answer, or null
     * @param text what happened in its place
     * @param code the exit code of a process that ended, or -1 if it only ended its output
     * @param pid the number of the process that was asked
     */
    public record Reply<A>(End end, A answer, String text, int code, long pid) {
        private Reply(End end, String text) {
            this(end, null, text, 0, 0);
        }
    }

    /**
     * A process.
     *
     * @param lines its output
     * @param born the number of commands that had ended before it was started
     * @param answers the number of its answers
     */
    private record Member(
            MachineStructure structure,
            Process process,
            BlockingQueue<String> lines,
            int born,
            AtomicInteger answers) {}

    private final int most;
    private final int recycle;
    private final Function<MachineStructure, List<String>> command;
    private final Path errors;
    private final Limits limits;
    private final Function<String, A> reader;
    private final Deque<Member> idle = new ArrayDeque<>(); // the last has worked last
    private final Set<Member> busy = new HashSet<>();
    private int ended;
    private boolean closed;

    /**
     * @param most the number of processes that are kept without work
     * @param recycle the number of answers after which a process is replaced
     * @param command the command of a process
     * @param errors the file that receives what processes say on stderr, or null if it is said here
     * @param reader reads an answer from its line
     */
    public Workers(
            int most,
            int recycle,
            Function<MachineStructure, List<String>> command,
            Path errors,
            Limits limits,
            Function<String, A> reader) {
        this.most = most;
        this.recycle = recycle;
        this.command = command;
        this.errors = errors;
        this.limits = limits;
        this.reader = reader;
    }

    // ---- work in Java

    /**
     * Does some work in a process with this structure. An error of the work is thrown here as what it is, and an
     * UncheckedIOException if the process dies, hangs or grows too large.
     */
    @SuppressWarnings("unchecked")
    public static <R> R ask(MachineStructure structure, Work<R> work) {
        if (structure.equals(MachineStructure.loaded())) {
            return work.run();
        }
        Reply<Answer> reply = OTHERS.ask(structure, Worker.encoded(work), answer -> answer.isSound(result -> true));
        if (reply.answer == null) {
            throw new UncheckedIOException(new IOException("structure " + structure.id() + ": " + reply.text));
        }
        Throwable error = reply.answer.error();
        if (error instanceof RuntimeException e) {
            throw e;
        } else if (error != null) {
            throw new IllegalStateException(error.toString(), error);
        }
        return (R) reply.answer.result();
    }

    /** Answers a question about the scenario of a job, in this process or in one of the structure that it asks for. */
    public static <R> R ask(Job job, Question<R> question) {
        try {
            return question.of(job.read());
        } catch (OtherStructure e) {
            return ask(e.wanted(), new Worker.Asked<>(job, question));
        }
    }

    // ---- lines

    /** Asks a process with this structure; the process ends unless its answer is sound. */
    public Reply<A> ask(MachineStructure structure, String request, Predicate<A> isSound) {
        Member member;
        try {
            member = take(structure);
        } catch (IOException e) {
            return new Reply<>(End.NO_START, e.getMessage());
        }
        if (member == null) {
            return new Reply<>(End.CLOSED, "the process was ended");
        }
        boolean isGood = false;
        try {
            Reply<A> reply = ask(member, request);
            isGood = reply.answer != null && isSound.test(reply.answer);
            return reply;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } finally {
            release(member, isGood);
        }
    }

    private Reply<A> ask(Member asked, String request) throws InterruptedException {
        Process process = asked.process;
        try {
            process.getOutputStream().write((request + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            return exit(process);
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(limits.seconds());
        Duration longest = processorTime(process).plusSeconds(limits.processorSeconds());
        while (true) {
            String line = asked.lines.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (line == ENDED) {
                return exit(process);
            } else if (line != null && line.startsWith(ANSWER)) {
                return new Reply<>(End.ANSWER, reader.apply(line.substring(ANSWER.length())), "", 0, process.pid());
            } else if (line == null && megabytes(process) > limits.megabytes()) {
                return new Reply<>(End.MEMORY, "the process held more than " + limits.megabytes() + " MB");
            } else if (System.nanoTime() > end
                    || limits.processorSeconds() > 0 && processorTime(process).compareTo(longest) > 0) {
                return new Reply<>(End.HANG, "no answer within " + limits.seconds() + " s");
            }
        }
    }

    private static Duration processorTime(Process of) {
        return of.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static <A> Reply<A> exit(Process asked) throws InterruptedException {
        boolean exited = asked.waitFor(EXIT_MILLIS, TimeUnit.MILLISECONDS);
        int code = exited ? asked.exitValue() : -1;
        String text = exited ? "the process ended with code " + code : "the process ended its output";
        return new Reply<>(End.EXIT, null, text, code, asked.pid());
    }

    // ---- processes

    /** Returns a process for this thread alone, or null if none is started any more. */
    private Member take(MachineStructure structure) throws IOException {
        int born;
        synchronized (this) {
            for (var all = idle.descendingIterator(); all.hasNext(); ) {
                Member member = all.next();
                if (member.structure.equals(structure)) {
                    all.remove();
                    if (member.process.isAlive()) {
                        busy.add(member);
                        return member;
                    }
                }
            }
            born = ended;
        }
        ProcessBuilder builder = new ProcessBuilder(command.apply(structure)); // may elaborate: no lock is held
        synchronized (this) {
            if (closed) {
                return null;
            }
            builder.redirectError(ProcessBuilder.Redirect.INHERIT);
            if (errors != null) {
                Files.createDirectories(errors.getParent());
                builder.redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()));
            }
            BlockingQueue<String> lines = new LinkedBlockingQueue<>();
            Process process = builder.start();
            read(process.getInputStream(), lines, () -> lines.add(ENDED));
            Member member = new Member(structure, process, lines, born, new AtomicInteger());
            busy.add(member);
            return member;
        }
    }

    private synchronized void release(Member member, boolean isGood) {
        busy.remove(member);
        if (member.answers.incrementAndGet() == recycle || !isGood || closed || member.born < ended) {
            member.process.destroyForcibly();
            return;
        }
        idle.addLast(member);
        if (idle.size() > most) {
            idle.removeFirst().process.destroyForcibly();
        }
    }

    /** Ends the processes at the end of a command: each at once, or with the work of a thread. */
    private synchronized void endIdle() {
        ended++;
        idle.forEach(member -> member.process.destroyForcibly());
        idle.clear();
    }

    /** Ends all processes, whether they work or not; none is started any more. */
    @Override
    public synchronized void close() {
        closed = true;
        endIdle();
        busy.forEach(member -> member.process.destroyForcibly());
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Returns the resident memory of a process, or 0 if /proc does not list it. */
    public static long megabytes(Process process) {
        try (var status = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            return status.filter(l -> l.startsWith("VmRSS:"))
                    .mapToLong(l -> Long.parseLong(l.replaceAll("\\D", "")) / KILO)
                    .findFirst()
                    .orElse(0);
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }

    // ---- in such a process

    private static void read(InputStream from, BlockingQueue<String> to, Runnable atEnd) {
        Runnable reads = () -> {
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                reader.lines().forEach(to::add);
            } catch (IOException | UncheckedIOException e) {
                // a stream of a process that was killed: its end
            }
            atEnd.run();
        };
        Thread thread = new Thread(reads, "lines");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Serves as such a process: answers each line of the input. It exits when its input ends, even in the middle of a
     * request, because its parent process is then gone.
     */
    public static void serve(UnaryOperator<String> answer) throws InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err); // only answers may be written to the pipe
        BlockingQueue<String> requests = new LinkedBlockingQueue<>();
        read(System.in, requests, () -> Runtime.getRuntime().halt(0));
        while (true) {
            out.println(ANSWER + answer.apply(requests.take()));
        }
    }
}
