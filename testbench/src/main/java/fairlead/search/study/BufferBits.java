// SPDX-License-Identifier: Apache-2.0
package fairlead.search.study;

import fairlead.engine.api.Buffers;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Product;
import java.util.Map;
import java.util.TreeMap;

/**
 * Storage bits of one node's buffers at their effective depths: entries times the width of one entry as the RTL stores it. The widths follow from the manifest's; a test compares each with
 * the memories of the emitted Verilog. Pointers and counters are left out.
 */
public final class BufferBits {
    private static final int FLIT = HwLayout.FLIT_BYTES * Byte.SIZE;
    private static final int WORD = Long.SIZE;
    private static final int VCS = HwLayout.CLASSES * HwLayout.VCS_PER_CLASS; // of a link
    private static final int MARKS = 2; // head, tail

    /** A flit in a VC buffer of the router, with its route. */
    public static final int ROUTER_ENTRY = FLIT + HwLayout.FlitMeta.WIDTH;

    /** A flit in an ejection buffer. */
    public static final int EJECTION_ENTRY = FLIT + MARKS;

    /** A descriptor; the spare top bit of its second word is not stored. */
    public static final int INJECTION_ENTRY = 4 * WORD - HwLayout.Descriptor1.SPARE_WIDTH;

    /** A message: origin, tag, length up to a slot's bytes; and whether its bytes are in memory. */
    public static final int RECEPTION_ENTRY =
            HwLayout.Coord.WIDTH + HwLayout.TAG_BITS + bits(HwLayout.RECEPTION_SLOT + 1) + 1;

    /** A word of the store path: a flit; marks, purge, class and channel with its spare bits. */
    public static final int DLA_ENTRY = FLIT + 9;

    /** A response that waits: last, mode, packet type, destination; a word; an operand. */
    public static final int RESPONSE_ENTRY = 2 * WORD + 20;

    private BufferBits() {}

    private static int bits(final int values) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(values - 1);
    }

    /** Bits by the scenario's name of the buffer. */
    public static Map<String, Long> byKind(final Buffers b) {
        final int localBuffers = HwLayout.CLASSES * HwLayout.LOCAL_PORTS;
        final Map<String, Long> bits = new TreeMap<>();
        bits.put("link_vc", (long) b.linkVc() * HwLayout.LINKS * VCS * ROUTER_ENTRY);
        bits.put("local", (long) b.local() * localBuffers * (ROUTER_ENTRY + EJECTION_ENTRY));
        bits.put("injection", (long) b.injection() * HwLayout.INJECTION_FIFOS * INJECTION_ENTRY);
        bits.put("reception", (long) b.reception() * HwLayout.RECEPTION_FIFOS * RECEPTION_ENTRY);
        bits.put("dla", (long) b.dla() * DLA_ENTRY);
        bits.put("response", (long) b.response() * HwLayout.LOCAL_PORTS * RESPONSE_ENTRY);
        return bits;
    }

    public static long of(final Buffers b) {
        return byKind(b).values().stream().mapToLong(Long::longValue).sum();
    }

    /** What a library can hold at most, as depths. */
    public static Buffers most() {
        return new Buffers(
                Product.MAX_LINK_DEPTH,
                Product.MAX_LOCAL_DEPTH,
                Product.MAX_INJECTION,
                Product.MAX_RECEPTION,
                Product.MAX_DLA,
                Product.MAX_RESPONSE);
    }
}
