// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.dma;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.GetPayload;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;

/** The header words of one packet to a node of the tests, built field by field. */
final class Headers {
    private long word0;
    private long word1;

    private Headers() {}

    static Headers of(final int ptype, final int src, final int dst) {
        final Headers headers = new Headers();
        headers.word0 = (long) ptype << Header0.PTYPE_LSB
                | (long) src << Header0.SRC_LSB
                | (long) dst << Header0.DST_LSB
                | (ptype >= PacketType.DATA ? 1L : 0) << Header0.CLS_LSB;
        return headers;
    }

    /** Returns the payload word of a GET. */
    static long getPayload(final int landing, final int length, final int ctr, final int localEpoch) {
        return (long) landing << GetPayload.LANDING_LSB
                | (long) length << GetPayload.LENGTH_LSB
                | (long) ctr << GetPayload.CTR_LSB
                | (long) localEpoch << GetPayload.LOCAL_EPOCH_LSB;
    }

    Headers length(final int length) {
        word0 |= (long) length << Header0.LENGTH_LSB;
        return this;
    }

    Headers mode(final int mode) {
        word0 |= (long) mode << Header0.MODE_LSB;
        return this;
    }

    Headers last() {
        word0 |= 1L << Header0.LAST_LSB;
        return this;
    }

    Headers addr(final int addr) {
        word1 |= (long) addr << Header1.ADDR_LSB;
        return this;
    }

    Headers tag(final int tag) {
        word1 |= (long) tag << Header1.TAG_LSB;
        return this;
    }

    Headers gen(final int gen) {
        word1 |= (long) gen << Header1.GEN_LSB;
        return this;
    }

    Headers slot(final int slot) {
        word1 |= (long) slot << Header1.SLOT_LSB;
        return this;
    }

    Headers entry(final int entry) {
        word1 |= (long) entry << Header1.ENTRY_LSB;
        return this;
    }

    Headers ctr(final int ctr) {
        word1 |= (long) ctr << Header1.CTR_LSB | 1L << Header1.CTR_VALID_LSB;
        return this;
    }

    Headers index(final int index) {
        word1 |= (long) index << Header1.CTR_LSB;
        return this;
    }

    Headers epoch() {
        word1 |= 1L << Header1.EPOCH_LSB;
        return this;
    }

    long word0() {
        return word0;
    }

    long word1() {
        return word1;
    }

    int flits() {
        return 1 + (int) (Header0.length(word0) + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
    }

    /**
     * Returns the fields of a second header word in the order of the page: addr, tag, gen, slot, entry, ctr, ctrValid,
     * epoch.
     */
    static String describe(final long word1) {
        return Header1.addr(word1)
                + ","
                + Header1.tag(word1)
                + ","
                + Header1.gen(word1)
                + ","
                + Header1.slot(word1)
                + ","
                + Header1.entry(word1)
                + ","
                + Header1.ctr(word1)
                + ","
                + Header1.ctrValid(word1)
                + ","
                + Header1.epoch(word1);
    }
}
