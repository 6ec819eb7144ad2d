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
    private final List<Pe> all; // by number
    private final TreeSet<Integer> unflushed = new TreeSet<>(); // targets with operations that no quiet has completed
    private final TreeSet<Integer> unfenced = new TreeSet<>();
    private final List<Step> gets = new ArrayList<>(); // that no quiet has awaited

    Pe(LiveTask task, PeMemory memory, int number, List<Pe> all) {
        this.task = task;
        this.memory = memory;
        this.number = number;
        this.all = all;
    }

    int pes() {
        return all.size();
    }

    /** Returns another PE, or says that there is none with this number. */
    Pe other(long pe) {
        if (pe < 0 || pe >= all.size()) {
            throw NativeException.run("there is no PE " + pe + " among " + all.size());
        }
        return all.get((int) pe);
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

    void await(List<Step> steps) {
        task.await(steps.toArray(new Step[0]));
    }

    void fence() {
        unfenced.forEach(task::fence);
        unfenced.clear();
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
        unflushed.forEach(pe -> steps.add(task.flush(pe)));
        gets.clear();
        unflushed.clear();
        unfenced.clear();
        return steps;
    }

    /** Prepares for a call; private frames may be used for something else when no operation is open. */
    void begin() throws IOException {
        if (unflushed.isEmpty() && gets.isEmpty()) {
            memory.trim();
        }
    }
}
