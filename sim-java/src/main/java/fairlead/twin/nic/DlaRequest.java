// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.GetPayload;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout;

/** Decodes the first store of a request: the number of credits that it needs, and the contents of its packet. */
final class DlaRequest {
    // payload bytes of a get, fetch-add or compare-and-swap
    private static final int INLINE_BYTES = HwLayout.FLIT_BYTES;

    private DlaRequest() {}

    /**
     * Returns whether the request is a put of at most 64 bytes, a get, a fetch-add or a compare-and-swap outside epochs
     * that Legal accepts.
     */
    static boolean isLegal(TileContext tile, long word0, long word1) {
        int kind = (int) Descriptor0.kind(word0);
        boolean fits = kind != OpKind.PUT || Descriptor0.length(word0) <= HwLayout.DLA_INLINE_BYTES;
        return Descriptor0.epoch(word0) == 0
                && isInlineOrPut(kind)
                && fits
                && Legal.operation(tile, word0, word1, true);
    }

    private static boolean isInlineOrPut(int kind) {
        return kind == OpKind.PUT || kind == OpKind.GET || kind == OpKind.FADD || kind == OpKind.CAS;
    }

    static boolean isGet(long word0) {
        return Descriptor0.kind(word0) == OpKind.GET;
    }

    /** Returns the number of payload bytes of its packet. */
    static int bytes(long word0) {
        return Descriptor0.kind(word0) == OpKind.PUT ? (int) Descriptor0.length(word0) : INLINE_BYTES;
    }

    /** Returns the number of payload flits, 0 to 4, which is also the number of DLA_DATA that follow. */
    static int flits(long word0) {
        return (bytes(word0) + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
    }

    /** Returns Header1 of its packet. */
    static long head1(long word0, long word1) {
        boolean counts = Descriptor0.kind(word0) == OpKind.PUT && Descriptor1.ctrValid(word1) != 0;
        long counter = counts ? 1L << Header1.CTR_VALID_LSB | Descriptor1.ctr(word1) << Header1.CTR_LSB : 0;
        return counter | Descriptor0.tag(word0) << Header1.TAG_LSB | Descriptor1.remote(word1) << Header1.ADDR_LSB;
    }

    /** Returns the payload of a get. */
    static long getPayload(long word0, long word1) {
        return Descriptor1.ctr(word1) << GetPayload.CTR_LSB
                | Descriptor0.length(word0) << GetPayload.LENGTH_LSB
                | Descriptor1.local(word1) << GetPayload.LANDING_LSB;
    }
}
