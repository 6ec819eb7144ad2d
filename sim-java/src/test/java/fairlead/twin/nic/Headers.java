// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.GetPayload;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The header words of one packet to a node of the tests, built field by field. */
final class Headers {
    private long word0;
    private long word1;

    private Headers() {}

    static Headers of(int ptype, int src, int dst) {
        Headers headers = new Headers();
        headers.word0 = (long) ptype << Header0.PTYPE_LSB
                | (long) src << Header0.SRC_LSB
                | (long) dst << Header0.DST_LSB
                | (ptype >= PacketType.DATA ? 1L : 0) << Header0.CLS_LSB;
        return headers;
    }

    /** Returns the PacketType of this name. */
    static int type(String name) {
        return IntStream.range(0, 64)
                .filter(type -> PacketType.name(type).equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the payload word of a GET. */
    static long getPayload(long landing, long length, long ctr, long localEpoch) {
        return landing << GetPayload.LANDING_LSB
                | length << GetPayload.LENGTH_LSB
                | ctr << GetPayload.CTR_LSB
                | localEpoch << GetPayload.LOCAL_EPOCH_LSB;
    }

    /** Sets a field; `index` is the field of a counter that is not valid. */
    Headers set(String field, long value) {
        switch (field) {
            case "length" -> word0 |= value << Header0.LENGTH_LSB;
            case "mode" -> word0 |= value << Header0.MODE_LSB;
            case "addr" -> word1 |= value << Header1.ADDR_LSB;
            case "tag" -> word1 |= value << Header1.TAG_LSB;
            case "gen" -> word1 |= value << Header1.GEN_LSB;
            case "slot" -> word1 |= value << Header1.SLOT_LSB;
            case "entry" -> word1 |= value << Header1.ENTRY_LSB;
            case "index" -> word1 |= value << Header1.CTR_LSB;
            case "ctr" -> word1 |= value << Header1.CTR_LSB | 1L << Header1.CTR_VALID_LSB;
            default -> throw new IllegalArgumentException(field);
        }
        return this;
    }

    Headers last() {
        word0 |= 1L << Header0.LAST_LSB;
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

    private static LongStream fields(long word1) {
        return LongStream.of(
                Header1.addr(word1),
                Header1.tag(word1),
                Header1.gen(word1),
                Header1.slot(word1),
                Header1.entry(word1),
                Header1.ctr(word1),
                Header1.ctrValid(word1),
                Header1.epoch(word1));
    }

    /**
     * Returns the fields of a second header word in the order of the page: addr, tag, gen, slot, entry, ctr, ctrValid,
     * epoch.
     */
    static String describe(long word1) {
        return fields(word1).mapToObj(Long::toString).collect(Collectors.joining(","));
    }

    /** Does the same, and requires that the other bits are 0. */
    static String exact(long word1) {
        int[] places = {
            Header1.ADDR_LSB,
            Header1.TAG_LSB,
            Header1.GEN_LSB,
            Header1.SLOT_LSB,
            Header1.ENTRY_LSB,
            Header1.CTR_LSB,
            Header1.CTR_VALID_LSB,
            Header1.EPOCH_LSB
        };
        long[] fields = fields(word1).toArray();
        assertEquals(
                word1,
                IntStream.range(0, places.length)
                        .mapToLong(i -> fields[i] << places[i])
                        .sum());
        return describe(word1);
    }
}
