// SPDX-License-Identifier: Apache-2.0
package fairlead.shmem;

import fairlead.live.LiveTask;
import fairlead.live.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** One processing element within its live task: what the families of calls share. */
final class Pe {
    final LiveTask task;
    final PeMemory memory;
    final int number;
    private final NativeJob job;
    private int calls;
    private final List<Floating> floating = new ArrayList<>();
    private final TreeSet<Integer> unflushed = new TreeSet<>(); // targets with operations that no quiet has completed
    private final TreeSet<Integer> unfenced = new TreeSet<>();
    private final List<Step> gets = new ArrayList<>(); // that no quiet has awaited

    Pe(LiveTask task, PeMemory memory, int number, NativeJob job) {
        this.task = task;
        this.memory = memory;
        this.number = number;
        this.job = job;
    }

    int pes() {
        return job.pes().size();
    }

    /** Returns the node of a PE. */
    int node(int pe) {
        return job.variation().node(pe);
    }

    /** Counts a call and returns by how many cycles it is late. */
    int late() {
        return job.variation().late().of(number, ++calls);
    }

    /** Notes what a call accesses in the memory of a PE. */
    void accesses(int owner, long address, long bytes, Conflicts.Kind kind) {
        Conflicts conflicts = job.variation().conflicts();
        if (conflicts != null) {
            conflicts.add(number, calls, owner, address, bytes, kind);
        }
    }

    /** Returns another PE, or says that there is none with this number. */
    Pe other(long pe) {
        if (pe < 0 || pe >= pes()) {
            throw NativeException.run("there is no PE " + pe + " among " + pes());
        }
        return job.pes().get((int) pe);
    }

    /** Requires that a range is remotely accessible. */
    void requireSymmetric(long address, long length) {
        if (!memory.isSymmetric(address, length)) {
            throw NativeException.run(String.format(
                    "%d bytes at 0x%x are not in a symmetric object (a global or static variable, or the symmetric heap)",
                    length, address));
        }
    }

    void touched(int pe) {
        unflushed.add(pe);
        unfenced.add(pe);
    }

    /** Leaves a get to the next quiet. */
    void leave(Step get) {
        gets.add(get);
    }

    /** A put whose source is read after its call. */
    private record Floating(List<Step> steps, long source, long bytes) {}

    /** Leaves a put to the NIC, which has not read all of its source. */
    void leave(List<Step> put, long source, long bytes) {
        floating.add(new Floating(put, source, bytes));
    }

    void await(List<Step> steps) {
        task.await(steps.toArray(new Step[0]));
    }

    /** Begins the fences and returns what they wait for: nothing. */
    List<Step> fence() {
        unfenced.forEach(pe -> task.fence(node(pe)));
        unfenced.clear();
        return List.of();
    }

    void quiet() {
        List<Step> steps = beginQuiet();
        if (!steps.isEmpty()) {
            await(steps);
        }
    }

    /** Returns what a quiet waits for. */
    List<Step> beginQuiet() {
        List<Step> steps = new ArrayList<>(gets);
        unflushed.forEach(pe -> steps.add(task.flush(node(pe))));
        gets.clear();
        unflushed.clear();
        unfenced.clear();
        return steps;
    }

    /**
     * Prepares for a call. What the program has changed in the sources of open puts is stored; private frames may be
     * used for something else when no operation is open.
     */
    void begin() throws IOException {
        floating.removeIf(put -> put.steps.stream().allMatch(task::isDone));
        for (Floating put : floating) {
            memory.push(put.source, put.bytes);
        }
        if (unflushed.isEmpty() && gets.isEmpty()) {
            memory.trim();
        }
    }
}
