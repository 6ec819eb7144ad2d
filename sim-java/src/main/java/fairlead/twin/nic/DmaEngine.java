// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.twin.router.WaitCounts;

/**
 * The DMA engine of a node: the connected DmaTx and DmaRx, and the counter of this node's unfinished operations on
 * itself. Spec: docs/spec/dma-engine.md.
 */
public final class DmaEngine implements Unit, Commanded, SelfTraffic, MemoryPorts.Replies {
    private final DmaTx tx;
    private final DmaRx rx;
    private final NicCauses waits = new NicCauses();
    private int unfinished;
    private int change;

    public DmaEngine(TileContext tile) {
        tx = new DmaTx(tile);
        rx = new DmaRx(tile);
    }

    /**
     * Connects the engine, once before the first cycle.
     *
     * @param epochs port of EpochUnit
     * @param fences port of FenceUnit
     * @param dla words of the DLA FIFO
     * @param fenceControl source of the PING of a DLA leg
     * @param epochControl source of INIT, PUT_COUNT and TERM
     * @param epochAck source of ACK
     */
    public void connect(
            EpochPort epochs,
            FencePort fences,
            DlaStream dla,
            ControlSource fenceControl,
            ControlSource epochControl,
            ControlSource epochAck) {
        tx.connect(
                epochs,
                fences,
                dla,
                new ControlSource[] {fenceControl, epochControl},
                new ControlSource[] {epochAck, rx.creditSend()},
                rx,
                this);
        rx.connect(epochs, fences, tx, tx, this);
    }

    /**
     * Receives the flit on ejection link `port` in the next cycle to be stepped: 0 and 1 for requests, 2 and 3 for
     * responses.
     */
    public void eject(int port, int flit) {
        rx.eject(port, flit);
    }

    /** Receives the credit on injection link `port` in the next cycle to be stepped. */
    public void injectCredit(int port) {
        tx.injectCredit(port);
    }

    @Override
    public void readReply(int port, int ctx, long d0, long d1) {
        tx.readReply(port, ctx, d0, d1);
    }

    @Override
    public void writeAck(int port, long old) {
        rx.writeAck(port, old);
    }

    /** Receives a command of a unit that the structure leaves out; see {@link DmaTx#refuse}. */
    public void refuse(long w0) {
        tx.refuse(w0);
    }

    @Override
    public void command(int op, long w0, long w1, long w2, long w3) {
        tx.command(op, w0, w1, w2, w3);
        rx.command(op, w0, w1, w2, w3);
    }

    @Override
    public void produced() {
        change++;
    }

    @Override
    public void consumed() {
        change--;
    }

    @Override
    public boolean outstanding() {
        return unfinished != 0;
    }

    /** Returns the counts of the waits of this NIC. */
    public WaitCounts waits() {
        return waits;
    }

    @Override
    public void step(long t) {
        boolean counts = waits.begin(t);
        if (counts) {
            tx.look(waits);
            rx.look(waits);
        }
        halves(t);
        if (counts) {
            tx.tell(waits);
            waits.end(tx.prepared(), rx.taken());
        }
    }

    private void halves(long t) {
        tx.step(t);
        rx.step(t);
    }

    @Override
    public void edge(long t) {
        unfinished += change;
        change = 0;
        assert unfinished >= 0 : "DE_P1: an operation on this node itself was consumed twice";
        tx.edge(t);
        rx.edge(t);
    }

    @Override
    public boolean busy() {
        return tx.busy() || rx.busy();
    }
}
