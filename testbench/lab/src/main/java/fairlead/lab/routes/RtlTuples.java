// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.routes;

import fairlead.deadlock.graph.VcFunction;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.machine.VcRule;
import java.util.ArrayList;
import java.util.List;

/**
 * The comparison of the RouteUnit with the rules of the static check on one shape. The questions are all tuples (node,
 * in-port, arrival VC, mode, destination) with each routing word that a packet from some source can have there. Each
 * answer must be the one (port, VC) of the rules, whatever path the packet took.
 */
public final class RtlTuples {
    private static final int PORTS = HwLayout.ROUTER_PORTS;
    private static final int LINKS = HwLayout.LINKS;
    private static final int VC_NUMBERS = 8;
    private static final int MODES = 4;
    private static final int KEPT = 10;

    private final Shape shape;
    private final VcFunction vc;
    private final RouteLibrary unit;
    private final int rule;
    private final Unsafe unsafe;
    private final int[] expected = new int[RouteLibrary.BATCH];
    private final int[] links = new int[RouteLibrary.BATCH];
    private final int[] askedNode = new int[RouteLibrary.BATCH];
    private final int[] askedFrom = new int[RouteLibrary.BATCH];
    private final long[] askedHeader = new long[RouteLibrary.BATCH];
    private long tuples;
    private long differences;
    private final List<String> first = new ArrayList<>();

    private RtlTuples(
            final RouteLibrary unit, final Shape shape, final VcRule rule, final VcFunction vc, final Unsafe unsafe) {
        this.unit = unit;
        this.shape = shape;
        this.vc = vc;
        this.rule = rule.ordinal();
        this.unsafe = unsafe;
    }

    /** Asks all questions and compares the answers. */
    public static RtlTuples compare(final RouteLibrary unit, final Shape shape, final VcRule rule) {
        return compare(unit, shape, rule, VcFunction.of(rule), Unsafe.NONE);
    }

    /** Compares with another rule or with a flaw, to test that a difference is found. */
    public static RtlTuples compare(
            final RouteLibrary unit, final Shape shape, final VcRule rule, final VcFunction vc, final Unsafe unsafe) {
        final RtlTuples tuples = new RtlTuples(unit, shape, rule, vc, unsafe);
        tuples.run();
        return tuples;
    }

    private int at(final int node, final int d) {
        return d == 0 ? shape.x(node) : d == 1 ? shape.y(node) : shape.z(node);
    }

    private void run() {
        final Origin origin = new Origin(shape, 2);
        for (int node = 0; node < shape.nodes(); node++) {
            for (int dst = 0; dst < shape.nodes(); dst++) {
                for (final long header : headers(origin, node, dst)) {
                    ask(node, dst, header);
                }
            }
        }
        settle();
    }

    /**
     * Returns the headers with which some packet to `dst` passes `node`: one for each combination of direction,
     * crossing and ejection port that can affect the answer.
     */
    private List<Long> headers(final Origin origin, final int node, final int dst) {
        final List<Long> headers = new ArrayList<>();
        int seen = 0;
        final int current = current(node, dst);
        // The source is in the same ring of the current dimension; its coordinates in finished dimensions are
        // arbitrary.
        for (int src = 0; src < shape.nodes() && seen != 0xFF; src++) {
            if (!passes(src, node, dst, current)) {
                continue;
            }
            for (int minus = 0; minus < 8; minus++) {
                if ((minus & ~origin.ties(src, dst)) != 0) {
                    continue;
                }
                final long header = origin.header(src, dst, 0, 0, minus);
                if (current < 3 && !onPath(src, node, dst, current, header)) {
                    continue;
                }
                final int word = (int) (Header0.eport(header)
                        | (current < 3
                                ? (Header0.dir(header) >> current & 1) << 1
                                        | (Header0.cross(header) >> current & 1) << 2
                                : 0));
                if ((seen >> word & 1) == 0) {
                    seen |= 1 << word;
                    headers.add(header);
                }
            }
        }
        return headers;
    }

    private int current(final int node, final int dst) {
        int d = 0;
        while (d < 3 && at(node, d) == at(dst, d)) {
            d++;
        }
        return d;
    }

    /**
     * Tells whether, in all dimensions after `current`, the node has the coordinates of the source, because the packet
     * has not moved in them.
     */
    private boolean passes(final int src, final int node, final int dst, final int current) {
        for (int d = current + 1; d < 3; d++) {
            if (at(src, d) != at(node, d)) {
                return false;
            }
        }
        return true;
    }

    private boolean onPath(final int src, final int node, final int dst, final int d, final long header) {
        final boolean minus = (Header0.dir(header) >> d & 1) != 0;
        final int k = shape.k(d);
        final int whole = Math.floorMod(minus ? at(src, d) - at(dst, d) : at(dst, d) - at(src, d), k);
        final int rest = Math.floorMod(minus ? at(node, d) - at(dst, d) : at(dst, d) - at(node, d), k);
        return rest <= whole;
    }

    private void ask(final int node, final int dst, final long header) {
        final int d = current(node, dst);
        int out = 0;
        if (d < 3) {
            final boolean minus = (Header0.dir(header) >> d & 1) != 0;
            final boolean cross = (Header0.cross(header) >> d & 1) != 0;
            out = (2 * d + (minus ? 1 : 0)) * VC_NUMBERS + vc.of(d, shape.k(d), at(node, d), at(dst, d), minus, cross);
        }
        final boolean wrong = unsafe.node() == Unsafe.ALL_NODES || unsafe.node() == node;
        for (int inPort = 0; inPort < PORTS; inPort++) {
            for (int inVc = 0; inVc < VC_NUMBERS; inVc++) {
                final int cls = inVc >> 2;
                for (int mode = 0; mode < MODES; mode++) {
                    final long word = header | (long) cls << Header0.CLS_LSB | (long) mode << Header0.MODE_LSB;
                    final int i = unit.add(shape.coord(node), inPort, inVc, rule, wrong ? unsafe.variant() : 0, word);
                    expected[i] = d < 3
                            ? out + (cls << 2)
                            : (int) (LINKS + 2 * cls + Header0.eport(header)) * VC_NUMBERS + (cls << 2);
                    links[i] = (mode & PacketMode.ADAPTIVE) != 0 ? links(node, dst, header) : 0;
                    askedNode[i] = node;
                    askedFrom[i] = inPort << 3 | inVc;
                    askedHeader[i] = word;
                    if (unit.isFull()) {
                        settle();
                    }
                }
            }
        }
    }

    /** Returns the minimal links that an adaptive packet may take, as bits. */
    private int links(final int node, final int dst, final long header) {
        int links = 0;
        for (int d = 0; d < 3; d++) {
            links |= at(node, d) == at(dst, d) ? 0 : 1 << 2 * d + (Header0.dir(header) >> d & 1);
        }
        return links;
    }

    private void settle() {
        final int answered = unit.answer();
        for (int i = 0; i < answered; i++) {
            final int want = expected[i];
            long low = want < Long.SIZE ? 1L << want : 0;
            for (int link = 0; link < LINKS; link++) {
                low |= (links[i] >> link & 1L) * 3 << link * VC_NUMBERS + (want & 4) + 2;
            }
            final boolean same = unit.port(i) * VC_NUMBERS + unit.vc(i) == want
                    && unit.allowedLow(i) == low
                    && unit.allowedHigh(i) == (want < Long.SIZE ? 0 : 1 << want - Long.SIZE);
            tuples++;
            if (!same && ++differences <= KEPT) {
                first.add("node " + askedNode[i] + " from port " + (askedFrom[i] >> 3) + " VC " + (askedFrom[i] & 7)
                        + " header 0x" + Long.toHexString(askedHeader[i]) + ": RTL port " + unit.port(i) + " VC "
                        + unit.vc(i) + ", rule port " + want / VC_NUMBERS + " VC " + want % VC_NUMBERS);
            }
        }
    }

    /** Returns the number of compared questions. */
    public long tuples() {
        return tuples;
    }

    public long differences() {
        return differences;
    }

    /** Returns descriptions of the first differences. */
    public List<String> first() {
        return List.copyOf(first);
    }
}
