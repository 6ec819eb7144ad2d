// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import fairlead.evaluate.LineProcess.Limits;
import fairlead.evaluate.LineProcess.Reply;
import fairlead.evaluate.Worker.Answer;
import fairlead.evaluate.Worker.Question;
import fairlead.evaluate.Worker.Work;
import fairlead.machine.MachineStructure;
import fairlead.run.report.Interrupt;
import fairlead.scenario.BadInput;
import fairlead.scenario.OtherStructure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * {@link Worker} processes, grouped by their structure (decision 18). A thread has a process for itself until the
 * answer, so no thread waits for another one. Processes without work are kept for the next request of their structure;
 * of too many, the one without work for the longest time ends. All of them end with this process, because their input
 * does.
 */
public final class Workers {
    private static final long HEAP_MEGABYTES = 1024;
    private static final Limits LIMITS = new Limits(24 * 3600, 0, 2 * HEAP_MEGABYTES);
    private static final int MOST = 8; // processes without work; each has some 200 MB

    private static final Workers OTHERS = new Workers(MOST, Integer.MAX_VALUE, structure -> {
        List<String> command =
                WorkerPool.Options.with(WorkerPool.Options.java(Worker.class, HEAP_MEGABYTES), structure);
        return new LineProcess(
                () -> new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT),
                Worker.ANSWER,
                LIMITS);
    });

    static {
        Interrupt.afterCommand(OTHERS::endIdle);
    }

    /**
     * A process.
     *
     * @param ended the number of commands that had ended when it was started
     * @param answers the number of its answers
     */
    private record Member(MachineStructure structure, LineProcess process, int ended, AtomicInteger answers) {}

    private final int most;
    private final int recycle;
    private final Function<MachineStructure, LineProcess> maker;
    private final Deque<Member> idle = new ArrayDeque<>(); // the last has worked last
    private final Set<Member> busy = new HashSet<>();
    private int ended;
    private boolean closed;

    /**
     * @param most the number of processes that are kept without work
     * @param recycle the number of answers after which a process is replaced
     */
    Workers(int most, int recycle, Function<MachineStructure, LineProcess> maker) {
        this.most = most;
        this.recycle = recycle;
        this.maker = maker;
    }

    /**
     * Does some work in a process with this structure. An error of the work is thrown here as what it is, and an
     * UncheckedIOException if the process dies, hangs or grows too large.
     */
    @SuppressWarnings("unchecked")
    public static <R> R ask(MachineStructure structure, Work<R> work) {
        if (structure.equals(MachineStructure.loaded())) {
            return work.run();
        }
        Done done = OTHERS.work(structure, work, result -> true);
        if (done.answer == null) {
            throw new UncheckedIOException(new IOException("structure " + structure.id() + ": " + done.reply.text()));
        }
        if (done.answer.error() instanceof RuntimeException e) {
            throw e;
        } else if (done.answer.error() != null) {
            throw new IllegalStateException(done.answer.error().toString(), done.answer.error());
        }
        return (R) done.answer.result();
    }

    /** Answers a question about the scenario of a job, in this process or in one of the structure that it asks for. */
    public static <R> R ask(Job job, Question<R> question) {
        try {
            return question.of(job.read());
        } catch (OtherStructure e) {
            return ask(e.wanted(), new Worker.Asked<>(job, question));
        }
    }

    /**
     * The end of some work.
     *
     * @param answer null if the process did not answer, for which the reply has the reason
     * @param isGood whether there is a sound result, or bad input
     */
    record Done(Reply reply, Answer answer, boolean isGood) {}

    /** Does some work. After an error other than bad input, or a result that is not sound, the process ends. */
    Done work(MachineStructure structure, Work<?> work, Predicate<Object> isSound) {
        Member member = take(structure);
        Done done = null;
        try {
            Reply reply = member.process.ask(Worker.encoded(work));
            if (reply.end() == LineProcess.End.ANSWER) {
                Answer answer = Worker.read(reply.text());
                Throwable error = answer.error();
                done = new Done(
                        reply, answer, error == null ? isSound.test(answer.result()) : error instanceof BadInput);
            } else {
                done = new Done(reply, null, false);
            }
            return done;
        } finally {
            release(member, done != null && done.isGood);
        }
    }

    private Member take(MachineStructure structure) {
        int now;
        synchronized (this) {
            for (var all = idle.descendingIterator(); all.hasNext(); ) {
                Member member = all.next();
                if (member.structure.equals(structure)) {
                    all.remove();
                    busy.add(member);
                    return member;
                }
            }
            now = ended;
        }
        LineProcess process = maker.apply(structure); // may elaborate the structure: no lock is held
        Member member = new Member(structure, process, now, new AtomicInteger());
        synchronized (this) {
            busy.add(member);
            if (closed) {
                member.process.close();
            }
        }
        return member;
    }

    private synchronized void release(Member member, boolean isGood) {
        busy.remove(member);
        if (member.answers.incrementAndGet() == recycle || !isGood || closed || member.ended < ended) {
            member.process.close();
            return;
        }
        idle.addLast(member);
        if (idle.size() > most) {
            idle.removeFirst().process.close();
        }
    }

    /** Ends the processes at the end of a command: each at once, or with the work of a thread. */
    private synchronized void endIdle() {
        ended++;
        idle.forEach(member -> member.process.close());
        idle.clear();
    }

    /** Ends all processes, whether they work or not; none is started any more. */
    synchronized void close() {
        closed = true;
        endIdle();
        busy.forEach(member -> member.process.close());
    }

    synchronized boolean isClosed() {
        return closed;
    }
}
