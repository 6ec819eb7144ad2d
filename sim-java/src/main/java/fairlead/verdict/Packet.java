// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.Mix;
import fairlead.machine.Shape;

/** A packet that enters or leaves the network, as an event shows it, decoded once for all checkers. */
final class Packet {
    private static final int REFUSED_MASK = 7; // bits of Header1.slot of a NACK: the type of the refused packet
    private static final int UNORDERED = 8; // its bit 3: the refused packet was unordered, entry is its counter

    private final Shape shape;
    long cycle;
    int node;
    int unit;
    long w0;
    long w1;
    int type;
    int src; // rank, or -1 if it lies outside the torus
    int dst;
    int tag;
    int entry;
    int slot;
    long key; // a hash of both words

    Packet(Shape shape) {
        this.shape = shape;
    }

    Packet set(long inCycle, int ofNode, int ofUnit, long word0, long word1) {
        cycle = inCycle;
        node = ofNode;
        unit = ofUnit;
        w0 = word0;
        w1 = word1;
        type = (int) Header0.ptype(w0);
        src = rank(shape, Header0.src(w0));
        dst = rank(shape, Header0.dst(w0));
        tag = (int) Header1.tag(w1);
        entry = (int) Header1.entry(w1);
        slot = (int) Header1.slot(w1);
        key = Mix.mix64(w0 ^ Mix.mix64(w1));
        return this;
    }

    String name() {
        return PacketType.name(type);
    }

    int flits() {
        return flits(w0);
    }

    static int flits(long word0) {
        return 1 + ((int) Header0.length(word0) + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
    }

    boolean isLast() {
        return Header0.last(w0) != 0;
    }

    boolean isUnordered() {
        return Header0.mode(w0) != 0;
    }

    boolean isInEpoch() {
        return Header1.epoch(w1) != 0;
    }

    /** Returns whether the packet is a request of an operation that the target answers or writes. */
    boolean isInline() {
        return type <= PacketType.CAS;
    }

    /** Returns the type of the packet that this NACK refuses, or -1 if it is no NACK. */
    int refused() {
        return type == PacketType.NACK ? slot & REFUSED_MASK : -1;
    }

    /** Returns whether this NACK also acknowledges an unordered packet. */
    boolean refusesUnordered() {
        return type == PacketType.NACK && (slot & UNORDERED) != 0;
    }

    /** Returns the rank of a Coord, or -1 if it lies outside the torus. */
    static int rank(Shape shape, long coord) {
        return shape.isOnTorusAt(coord) ? shape.rankOfCoord((int) coord) : -1;
    }

    /** Returns the length of the shorter way between two ranks in a dimension. */
    static int hops(Shape shape, int dimension, int from, int to) {
        int k = shape.k(dimension);
        int up = Math.floorMod(shape.at(to, dimension) - shape.at(from, dimension), k);
        return Math.min(up, k - up);
    }

    static int distance(Shape shape, int from, int to) {
        return hops(shape, 0, from, to) + hops(shape, 1, from, to) + hops(shape, 2, from, to);
    }
}
