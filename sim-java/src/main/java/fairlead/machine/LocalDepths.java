// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BufferDepth;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The depths of the buffers between router and NIC, in flits, by direction and class.
 *
 * @param flits request injection, response injection, request ejection, response ejection
 */
public record LocalDepths(List<Integer> flits) {
    /** Number of kinds of buffers: two directions of each class. */
    public static final int KINDS = 2 * HwLayout.CLASSES;

    public LocalDepths {
        flits = List.copyOf(flits);
        if (flits.size() != KINDS) {
            throw new IllegalArgumentException("there are " + KINDS + " depths, not " + flits.size());
        }
    }

    public static LocalDepths of(int all) {
        return new LocalDepths(Collections.nCopies(KINDS, all));
    }

    /** Returns the depth of an injection buffer, in the router, of a class. */
    public int inject(int cls) {
        return flits.get(cls);
    }

    /** Returns the depth of an ejection buffer, in the NIC, of a class. */
    public int eject(int cls) {
        return flits.get(HwLayout.CLASSES + cls);
    }

    public LocalDepths with(int kind, int depth) {
        List<Integer> other = new ArrayList<>(flits);
        other.set(kind, depth);
        return new LocalDepths(other);
    }

    public boolean isUniform() {
        return Collections.min(flits) == greatest();
    }

    public int greatest() {
        return Collections.max(flits);
    }

    /** Returns the value of configuration register LOCAL_DEPTHS: the depths that differ from the greatest. */
    public long register() {
        long value = 0;
        for (int kind = 0; kind < KINDS; kind++) {
            long field = flits.get(kind) == greatest() ? 0 : (long) flits.get(kind) << BufferDepth.DEPTH_LSB;
            value |= field << kind * BufferDepth.WIDTH;
        }
        return value;
    }

    @Override
    public String toString() {
        return isUniform() ? String.valueOf(greatest()) : flits.toString();
    }
}
