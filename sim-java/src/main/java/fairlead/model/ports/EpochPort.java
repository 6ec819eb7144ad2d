// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/** EpochUnit, as the host port, RequestTx, RequestRx and CommitUnit see it. */
public interface EpochPort {
    /** Question of EpochGate: may a transfer of epoch `index` to `target` (packed Coord) enter? */
    boolean isOpen(int index, int target);

    /**
     * Notice of EpochGate: it has entered; counted in this cycle. Only after isOpen.
     *
     * @param extra of an unordered put: packets beyond its first
     */
    void enter(int index, boolean isPut, int extra);

    /** EpochLookup: the target's entry of epoch `index`. */
    int entry(int index);

    /** EpochLookup: its generation. */
    int generation(int index);

    /** EpochAccess: may this PUT, GET, FADD or CAS touch the memory? */
    boolean allows(boolean epoch, int entry, int generation, int origin);

    /** Target: the packet with `last` of a put of the entry is in memory, or was refused. Of this and the following at most one a cycle. */
    void putDone(int entry, int generation, int origin, boolean refused);

    /** Target: another packet of an unordered put of the entry is in memory, or was refused. */
    void putPart(int entry, int generation, int origin, boolean refused);

    /**
     * Target: PUT_COUNT of `value` puts.
     *
     * @param parts packets of the unordered ones beyond one each, modulo 2^15
     */
    void count(int entry, int generation, int origin, int localIndex, long value, int parts);

    /** Target: TERM. */
    void term(int entry, int generation);

    /** Answer to INIT: refused. */
    int REFUSED = -1;

    /** Answer to INIT: it waits; INIT_ACK comes from the unit itself. */
    int QUEUED = -2;

    /** Target: INIT of epoch `id`. Answers in the same cycle: REFUSED, QUEUED or entry | generation << 8. */
    int init(int origin, int localIndex, long id);

    /** Origin: a get, fetch-add or compare-and-swap of the epoch is complete, or was refused. */
    void getDone(int localIndex, boolean refused);

    /** Origin: ACK of PUT_COUNT, with which `putRefused` counts, or of TERM. */
    void ack(int localIndex, boolean putRefused);

    /** Origin: INIT_ACK. */
    void initAck(int localIndex, int entry, int generation);

    /** Origin: the target refused the INIT. */
    void initNack(int localIndex);
}
