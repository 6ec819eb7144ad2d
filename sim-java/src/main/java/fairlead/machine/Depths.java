// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BufferDepth;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The depths of the buffers of one kind in a node: of the FIFOs of a kind by their number, in entries; of the buffers
 * between router and NIC ({@link #LOCALS}), in flits; or of the VC buffers of the links, in flits. The latter differ by
 * the dimension of the link and by the kind of VC: its class, and whether it is an escape VC or an adaptive one. Both
 * ends of a link have the same depths.
 *
 * @param each depth of each buffer; of the links by dimension * KINDS + kind
 */
public record Depths(List<Integer> each) {
    /** Number of kinds of VCs: request escape, request adaptive, response escape, response adaptive. */
    public static final int KINDS = 2 * HwLayout.CLASSES;

    /** Number of VC buffers of links whose depths may differ. */
    public static final int LINKS = 3 * KINDS;

    /** Request injection, response injection, request ejection, response ejection. */
    public static final int LOCALS = 2 * HwLayout.CLASSES;

    private static final int PER_REGISTER = Long.SIZE / BufferDepth.WIDTH;

    public Depths {
        each = List.copyOf(each);
    }

    public static Depths of(int buffers, int all) {
        return new Depths(Collections.nCopies(buffers, all));
    }

    public int at(int buffer) {
        return each.get(buffer);
    }

    public Depths with(int buffer, int depth) {
        List<Integer> other = new ArrayList<>(each);
        other.set(buffer, depth);
        return new Depths(other);
    }

    public int greatest() {
        return Collections.max(each);
    }

    public int least() {
        return Collections.min(each);
    }

    public boolean isUniform() {
        return least() == greatest();
    }

    /**
     * Returns the values of the registers with a field for each buffer, four buffers each: the depths that differ from
     * the greatest.
     */
    public List<Long> registers() {
        List<Long> values = new ArrayList<>();
        for (int first = 0; first < each.size(); first += PER_REGISTER) {
            long value = 0;
            for (int buffer = first; buffer < Math.min(first + PER_REGISTER, each.size()); buffer++) {
                long field = at(buffer) == greatest() ? 0 : (long) at(buffer) << BufferDepth.DEPTH_LSB;
                value |= field << (buffer - first) * BufferDepth.WIDTH;
            }
            values.add(value);
        }
        return values;
    }

    // ---- buffers between router and NIC

    /** Returns the depth of an injection buffer, in the router, of a class. */
    public int inject(int cls) {
        return at(cls);
    }

    /** Returns the depth of an ejection buffer, in the NIC, of a class. */
    public int eject(int cls) {
        return at(HwLayout.CLASSES + cls);
    }

    // ---- links

    /** Returns the kind of a VC number, class * 4 + v. */
    public static int kind(int vc) {
        return vc / HwLayout.ESCAPE_VCS;
    }

    /** Returns whether a kind, or a buffer of a link, is one of adaptive VCs. */
    public static boolean isAdaptive(int kind) {
        return kind % 2 != 0;
    }

    public int at(int dimension, int kind) {
        return at(dimension * KINDS + kind);
    }

    public int leastEscape() {
        return IntStream.range(0, each.size())
                .filter(at -> !isAdaptive(at))
                .map(each::get)
                .min()
                .orElseThrow();
    }

    /** Returns the first buffer whose depth is too small for a routing, or -1. */
    public int tooShallow(Routing routing) {
        return IntStream.range(0, each.size())
                .filter(at -> at(at) < routing.minDepth(isAdaptive(at)))
                .findFirst()
                .orElse(-1);
    }

    /** Returns the depths of which whole packets can make use, if the routing needs room for whole packets. */
    public Depths usable(Routing routing) {
        return routing.cutThrough()
                ? new Depths(each.stream()
                        .map(depth -> routing.slots(depth) * HwLayout.MAX_PACKET_FLITS)
                        .toList())
                : this;
    }

    /**
     * Returns the value of the configuration register LINK_DEPTHS of a dimension: the depths that differ from the
     * greatest, which LINK_DEPTH has.
     */
    public long register(int dimension, Routing routing) {
        long value = 0;
        for (int kind = 0; kind < KINDS; kind++) {
            int depth = at(dimension, kind);
            boolean built = !isAdaptive(kind) || HwLayout.VCS_PER_CLASS > HwLayout.ESCAPE_VCS;
            if (built && depth != greatest()) {
                long field =
                        (long) depth << BufferDepth.DEPTH_LSB | (long) routing.slots(depth) << BufferDepth.SLOTS_LSB;
                value |= field << kind * BufferDepth.WIDTH;
            }
        }
        return value;
    }

    @Override
    public String toString() {
        return isUniform() ? String.valueOf(greatest()) : each.toString();
    }
}
