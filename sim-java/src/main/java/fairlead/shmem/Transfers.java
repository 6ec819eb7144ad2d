// SPDX-License-Identifier: Apache-2.0
package fairlead.shmem;

import fairlead.live.Step;
import fairlead.pe.Conflicts;
import fairlead.pe.Frames;
import fairlead.pe.Pe;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Puts and gets of one PE: each is cut where a page of the source or of the destination ends. */
final class Transfers {
    private static final int AT_ONCE = 64; // elements of a strided transfer whose ends are awaited together

    private final Pe pe;

    Transfers(Pe pe) {
        this.pe = pe;
    }

    /**
     * Begins a put and returns what its call waits for.
     *
     * @param now true to return without waiting for the source
     * @param late cycles after which the machine begins it
     */
    List<Step> put(long dest, long source, long bytes, long target, boolean now, int late) throws IOException {
        List<Step> steps = new ArrayList<>();
        preparePut(dest, source, bytes, target);
        if (!now && late > 0 && pe.memory.canCopy(bytes)) {
            for (long done = 0; done < bytes; ) {
                int part = (int) Math.min(bytes - done, Math.min(pe.memory.copyLeft(), Frames.left(dest + done)));
                int copy = pe.memory.copy(source + done, part);
                pe.task.put(pe.node((int) target), copy, pe.memory.symmetric(dest + done), part, late);
                done += part;
            }
            return steps;
        }
        pe.move(true, (int) target, source, dest, bytes, Frames.BYTES, now ? late : 0, steps);
        if (now) {
            pe.leave(steps, source, bytes);
        }
        return now ? List.of() : steps;
    }

    List<Step> get(long dest, long source, long bytes, long target, boolean now, int late) throws IOException {
        List<Step> steps = new ArrayList<>();
        prepareGet(source, bytes, target);
        pe.move(false, (int) target, dest, source, bytes, Frames.BYTES, late, steps);
        if (now) {
            steps.forEach(pe::leave);
        }
        return now ? List.of() : steps;
    }

    private void preparePut(long dest, long source, long bytes, long target) throws IOException {
        Pe other = pe.other(target);
        if (bytes > 0) {
            pe.requireSymmetric(dest, bytes);
            pe.memory.push(source, bytes);
            other.memory.push(dest, bytes);
            pe.touched(other.number);
            pe.accesses(other.number, dest, bytes, Conflicts.Kind.WRITES);
        }
    }

    private void prepareGet(long source, long bytes, long target) throws IOException {
        Pe other = pe.other(target);
        if (bytes > 0) {
            pe.requireSymmetric(source, bytes);
            other.memory.push(source, bytes);
            pe.accesses(other.number, source, bytes, Conflicts.Kind.READS);
        }
    }

    /**
     * Moves elements that are apart.
     *
     * @param to bytes from one element of dest to the next
     * @param from the same of the source
     */
    void strided(boolean puts, long dest, long source, long to, long from, long count, int size, long target)
            throws IOException {
        if (count <= 0) {
            pe.other(target);
            return;
        }
        long remote = puts ? dest : source;
        long apart = puts ? to : from;
        pe.requireSymmetric(Math.min(remote, remote + (count - 1) * apart), (count - 1) * Math.abs(apart) + size);
        List<Step> steps = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            if (puts) {
                preparePut(dest + i * to, source + i * from, size, target);
            } else {
                prepareGet(source + i * from, size, target);
            }
            long here = puts ? source + i * from : dest + i * to;
            long there = puts ? dest + i * to : source + i * from;
            pe.move(puts, (int) target, here, there, size, size, 0, steps);
            if (steps.size() >= AT_ONCE) {
                pe.await(steps);
                steps.clear();
            }
        }
        pe.await(steps);
    }
}
