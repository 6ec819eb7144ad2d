// SPDX-License-Identifier: Apache-2.0
package fairlead.pe;

import fairlead.live.LiveTask;
import fairlead.live.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;

/** One processing element within its live task: what the families of calls share. */
public final class Pe {
    public final LiveTask task;
    public final PeMemory memory;
    public final int number;
    public final Meetings meetings;
    private final List<Pe> all; // by number
    private final TreeSet<Integer> unflushed = new TreeSet<>(); // targets with operations that no quiet has completed
    private final TreeSet<Integer> unfenced = new TreeSet<>();
    private final List<Step> gets = new ArrayList<>(); // that no quiet has awaited

    private Pe(LiveTask task, PeLink link, int number, Shared shared) {
        this.task = task;
        memory = new PeMemory(task, link, shared.frames);
        this.number = number;
        all = shared.pes;
        meetings = new Meetings(this, shared.slots);
    }

    /** What the PEs of a program share. */
    public static final class Shared {
        private final Frames frames;
        private final Meetings.Slots slots = new Meetings.Slots();
        private final List<Pe> pes;

        public Shared(int memoryBytes, PeLink.Hello segments, int ranks) {
            frames = new Frames(memoryBytes, segments);
            pes = new ArrayList<>(Collections.nCopies(ranks, null));
        }

        public int size() {
            return pes.size();
        }

        /** Returns one of the PEs, which its task makes before it answers a call. */
        public Pe pe(LiveTask task, PeLink link, int number) {
            pes.set(number, new Pe(task, link, number, this));
            return pes.get(number);
        }
    }

    public int pes() {
        return all.size();
    }

    /** Returns another PE, or says that there is none with this number. */
    public Pe other(long pe) {
        if (pe < 0 || pe >= all.size()) {
            throw NativeException.run("there is no PE " + pe + " among " + all.size());
        }
        return all.get((int) pe);
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

    public void await(List<Step> steps) {
        task.await(steps.toArray(new Step[0]));
    }

    public void fence() {
        unfenced.forEach(task::fence);
        unfenced.clear();
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
        unflushed.forEach(pe -> steps.add(task.flush(pe)));
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
            steps.add(task.flush(target));
        }
        if (!steps.isEmpty()) {
            await(steps);
        }
    }

    /** Prepares for a call; private frames may be used for something else when no operation is open. */
    public void begin() throws IOException {
        if (unflushed.isEmpty() && gets.isEmpty()) {
            memory.trim();
        }
    }
}
