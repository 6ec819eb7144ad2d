// SPDX-License-Identifier: Apache-2.0
package fairlead.pe;

import fairlead.live.LiveTask;
import fairlead.live.Step;
import fairlead.race.PeOrder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;

/** One processing element within its live task: what the families of calls share. */
public final class Pe {
    private static final int LOCAL_BYTES = 4 * Long.BYTES;

    public final LiveTask task;
    public final PeMemory memory;
    public final int number;
    public final Meetings meetings;
    public final PeOrder order;
    private final Shared shared;
    private int calls;
    private final List<Floating> floating = new ArrayList<>();
    private final TreeSet<Integer> unflushed = new TreeSet<>(); // targets with operations that no quiet has completed
    private final TreeSet<Integer> unfenced = new TreeSet<>();
    private final List<Step> gets = new ArrayList<>(); // that no quiet has awaited

    private Pe(LiveTask task, PeLink link, int number, Shared shared) {
        this.task = task;
        memory = new PeMemory(task, link, shared.frames, shared.log(number));
        this.number = number;
        this.shared = shared;
        meetings = new Meetings(this, shared.slots);
        order = new PeOrder(shared.variation.races(), number);
    }

    /** What the PEs of a program share. */
    public static final class Shared {
        private final Frames frames;
        private final Meetings.Slots slots = new Meetings.Slots();
        private final List<Pe> pes;
        private final List<CallLog> logs;
        private final Variation variation;

        /** @param logs empty, or one for each PE */
        public Shared(int memoryBytes, PeLink.Hello segments, int ranks, List<CallLog> logs, Variation variation) {
            frames = new Frames(memoryBytes, segments);
            pes = new ArrayList<>(Collections.nCopies(ranks, null));
            this.logs = logs;
            this.variation = variation;
        }

        public int size() {
            return pes.size();
        }

        /** Returns where the calls of a PE are noted, or null. */
        public CallLog log(int pe) {
            return logs.isEmpty() ? null : logs.get(pe);
        }

        public int node(int pe) {
            return variation.node(pe);
        }

        /** Returns one of the PEs, which its task makes before it answers a call. */
        public Pe pe(LiveTask task, PeLink link, int number) {
            pes.set(number, new Pe(task, link, number, this));
            return pes.get(number);
        }
    }

    public int pes() {
        return shared.size();
    }

    /** Returns the node of a PE. */
    public int node(int pe) {
        return shared.node(pe);
    }

    /** Counts a call and returns by how many cycles it is late. */
    public int late() {
        return shared.variation.late().of(number, ++calls);
    }

    /** Begins to look for races of a call, before which the program has loaded and stored. */
    public void observe(Request request) throws IOException {
        if (!order.isOn()) {
            return;
        }
        if (request.count() > 0) {
            ByteBuffer all = ByteBuffer.wrap(memory.read(request.accesses(), request.count() * LOCAL_BYTES))
                    .order(ByteOrder.LITTLE_ENDIAN);
            while (all.hasRemaining()) { // fl_access in calls.h
                long from = all.getLong();
                order.local(all.getLong(), all.getLong(), all.getLong() != 0, from);
            }
        }
        order.begin(request.function(), request.from(), task.cycle());
    }

    /** Notes what a call accesses in the memory of a PE. */
    public void accesses(int owner, long address, long bytes, Conflicts.Kind kind) {
        Conflicts conflicts = shared.variation.conflicts();
        if (conflicts != null) {
            conflicts.add(number, calls, owner, address, bytes, kind);
        }
    }

    /** Returns another PE, or says that there is none with this number. */
    public Pe other(long pe) {
        if (pe < 0 || pe >= pes()) {
            throw NativeException.run("there is no PE " + pe + " among " + pes());
        }
        return shared.pes.get((int) pe);
    }

    /** Requires that a range is remotely accessible. */
    public void requireSymmetric(long address, long length) {
        if (!memory.isSymmetric(address, length)) {
            throw NativeException.run(String.format(
                    "%d bytes at 0x%x are not in a symmetric object (a global or static variable, or the symmetric heap)",
                    length, address));
        }
    }

    public void touched(int pe) {
        unflushed.add(pe);
        unfenced.add(pe);
    }

    /** Leaves a get to the next quiet. */
    public void leave(Step get) {
        gets.add(get);
    }

    /**
     * Begins a put, or a get, in parts that end where a page does or after so many bytes, and adds them to the steps.
     *
     * @param local address in this process, or of the software
     * @param remote the same at the target
     * @param late cycles after which the machine begins it
     */
    public void move(
            boolean puts, int target, long local, long remote, long bytes, int most, int late, List<Step> steps) {
        for (long done = 0; done < bytes; ) {
            int room = Math.min(Frames.left(local + done), Frames.left(remote + done));
            int part = (int) Math.min(Math.min(bytes - done, most), room);
            int here = memory.at(local + done);
            int there = other(target).memory.at(remote + done);
            steps.add(
                    puts
                            ? task.put(node(target), here, there, part, late)
                            : task.get(node(target), here, there, part, late));
            done += part;
        }
    }

    /** A put whose source is read after its call. */
    private record Floating(List<Step> steps, long source, long bytes) {}

    /** Leaves a put to the NIC, which has not read all of its source. */
    public void leave(List<Step> put, long source, long bytes) {
        floating.add(new Floating(put, source, bytes));
    }

    public void await(List<Step> steps) {
        task.await(steps.toArray(new Step[0]));
    }

    /** Begins the fences and returns what they wait for: nothing. */
    public List<Step> fence() {
        unfenced.forEach(pe -> task.fence(node(pe)));
        unfenced.clear();
        return List.of();
    }

    public void quiet() {
        List<Step> steps = beginQuiet();
        if (!steps.isEmpty()) {
            await(steps);
        }
    }

    /** Returns what a quiet waits for. */
    public List<Step> beginQuiet() {
        List<Step> steps = new ArrayList<>(gets);
        unflushed.forEach(pe -> steps.add(task.flush(node(pe))));
        gets.clear();
        unflushed.clear();
        unfenced.clear();
        return steps;
    }

    /** Completes what was begun to one target, and all gets. */
    public void flush(int target) {
        List<Step> steps = new ArrayList<>(gets);
        gets.clear();
        unfenced.remove(target);
        if (unflushed.remove(target)) {
            steps.add(task.flush(node(target)));
        }
        if (!steps.isEmpty()) {
            await(steps);
        }
    }

    /**
     * Prepares for a call. What the program has changed in the sources of open puts is stored; private frames may be
     * used for something else when no operation is open.
     */
    public void begin() throws IOException {
        floating.removeIf(put -> put.steps.stream().allMatch(task::isDone));
        for (Floating put : floating) {
            memory.push(put.source, put.bytes);
        }
        if (unflushed.isEmpty() && gets.isEmpty()) {
            memory.trim();
        }
    }
}
