// SPDX-License-Identifier: Apache-2.0
package fairlead.flow;

/** EpochUnit, as the host port, RequestTx, RequestRx and CommitUnit see it. */
public interface EpochPort {
    /** Question of EpochGate: may a transfer of epoch `index` enter? */
    boolean isOpen(int index);

    /** Notice of EpochGate: it has entered; counted in this cycle. Only after isOpen. */
    void enter(int index, boolean isPut);

    /** EpochLookup: the target's entry of epoch `index`. */
    int entry(int index);

    /** EpochLookup: its generation. */
    int generation(int index);

    /** EpochAccess: may this PUT, GET, FADD or CAS touch the memory? */
    boolean allows(boolean epoch, int entry, int generation, int origin);

    /** Target: the last packet of a put of the entry is in memory. Of this and the following at most one a cycle. */
    void putDone(int entry, int generation);

    /** Target: PUT_COUNT of `value` puts. */
    void count(int entry, int generation, int origin, int localIndex, long value);

    /** Target: TERM. */
    void term(int entry, int generation);

    /** Answer to INIT: refused. */
    int REFUSED = -1;

    /** Answer to INIT: it waits; INIT_ACK comes from the unit itself. */
    int QUEUED = -2;

    /** Target: INIT of epoch `id`. Answers in the same cycle: REFUSED, QUEUED or entry | generation << 8. */
    int init(int origin, int localIndex, long id);

    /** Origin: a get, fetch-add or compare-and-swap of the epoch is complete. */
    void getDone(int localIndex);

    /** Origin: ACK. */
    void ack(int localIndex);

    /** Origin: INIT_ACK. */
    void initAck(int localIndex, int entry, int generation);

    /** Origin: the target refused the INIT. */
    void initNack(int localIndex);
}
