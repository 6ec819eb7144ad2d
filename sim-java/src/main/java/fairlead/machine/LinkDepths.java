// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BufferDepth;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The depths of the VC buffers of a router's links, in flits. They differ by the dimension of the link and by the kind
 * of VC: its class, and whether it is an escape VC or an adaptive one. Both ends of a link have the same depths.
 *
 * @param flits depth of each kind of each dimension, by dimension * KINDS + kind
 */
public record LinkDepths(List<Integer> flits) {
    public static final int DIMENSIONS = 3;
    /** Number of kinds of VCs: request escape, request adaptive, response escape, response adaptive. */
    public static final int KINDS = 2 * HwLayout.CLASSES;

    public LinkDepths {
        flits = List.copyOf(flits);
        if (flits.size() != DIMENSIONS * KINDS) {
            throw new IllegalArgumentException("there are " + DIMENSIONS * KINDS + " depths, not " + flits.size());
        }
    }

    public static LinkDepths of(int all) {
        return new LinkDepths(Collections.nCopies(DIMENSIONS * KINDS, all));
    }

    /** Returns the kind of a VC number, class * 4 + v. */
    public static int kind(int vc) {
        return vc / HwLayout.ESCAPE_VCS;
    }

    public static boolean isAdaptive(int kind) {
        return kind % 2 != 0;
    }

    public int at(int dimension, int kind) {
        return flits.get(dimension * KINDS + kind);
    }

    public LinkDepths with(int dimension, int kind, int depth) {
        List<Integer> other = new ArrayList<>(flits);
        other.set(dimension * KINDS + kind, depth);
        return new LinkDepths(other);
    }

    public boolean isUniform() {
        return least() == greatest();
    }

    public int greatest() {
        return Collections.max(flits);
    }

    public int least() {
        return Collections.min(flits);
    }

    public int leastEscape() {
        return IntStream.range(0, flits.size())
                .filter(at -> !isAdaptive(at % KINDS))
                .map(flits::get)
                .min()
                .orElseThrow();
    }

    /** Returns the place in {@link #flits} of the first depth that is too small for a routing, or -1. */
    public int tooShallow(Routing routing) {
        return IntStream.range(0, flits.size())
                .filter(at -> flits.get(at) < routing.minDepth(isAdaptive(at % KINDS)))
                .findFirst()
                .orElse(-1);
    }

    /** Returns the depths of which whole packets can make use, if the routing needs room for whole packets. */
    public LinkDepths usable(Routing routing) {
        return routing.cutThrough()
                ? new LinkDepths(flits.stream()
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
        return isUniform() ? String.valueOf(greatest()) : flits.toString();
    }
}
