// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BufferDepth;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The depths of the FIFOs of one kind in a node: injection FIFOs, reception FIFOs, or the response queues of the local
 * ports.
 *
 * @param each depth of each FIFO, by its number
 */
public record FifoDepths(List<Integer> each) {
    private static final int PER_REGISTER = Long.SIZE / BufferDepth.WIDTH;

    public FifoDepths {
        each = List.copyOf(each);
    }

    public static FifoDepths injection(int all) {
        return new FifoDepths(Collections.nCopies(HwLayout.INJECTION_FIFOS, all));
    }

    public static FifoDepths reception(int all) {
        return new FifoDepths(Collections.nCopies(HwLayout.RECEPTION_FIFOS, all));
    }

    public static FifoDepths response(int all) {
        return new FifoDepths(Collections.nCopies(HwLayout.LOCAL_PORTS, all));
    }

    public int at(int fifo) {
        return each.get(fifo);
    }

    public FifoDepths with(int fifo, int depth) {
        List<Integer> other = new ArrayList<>(each);
        other.set(fifo, depth);
        return new FifoDepths(other);
    }

    public int greatest() {
        return Collections.max(each);
    }

    public int least() {
        return Collections.min(each);
    }

    public int sum() {
        return each.stream().mapToInt(Integer::intValue).sum();
    }

    /**
     * Returns the values of the registers with a field for each FIFO, four FIFOs each: the depths that differ from the
     * greatest.
     */
    public List<Long> registers() {
        List<Long> values = new ArrayList<>();
        for (int fifo = 0; fifo < each.size(); fifo++) {
            if (fifo % PER_REGISTER == 0) {
                values.add(0L);
            }
            long field = at(fifo) == greatest() ? 0 : (long) at(fifo) << BufferDepth.DEPTH_LSB;
            int at = fifo / PER_REGISTER;
            values.set(at, values.get(at) | field << fifo % PER_REGISTER * BufferDepth.WIDTH);
        }
        return values;
    }
}
