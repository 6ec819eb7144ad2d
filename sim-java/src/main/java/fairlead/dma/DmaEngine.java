// SPDX-License-Identifier: Apache-2.0
package fairlead.dma;

import fairlead.flow.Commanded;
import fairlead.flow.ControlSource;
import fairlead.flow.DlaStream;
import fairlead.flow.EpochPort;
import fairlead.flow.FencePort;
import fairlead.flow.SelfTraffic;
import fairlead.flow.TileContext;
import fairlead.flow.Unit;

/** DmaTx, DmaRx and the counter of operations of the node on itself. Spec: docs/spec/dma-engine.md */
public final class DmaEngine implements Unit, Commanded, SelfTraffic {
    private final DmaTx tx;
    private final DmaRx rx;
    private int outstanding;
    private int change;

    public DmaEngine(final TileContext tile) {
        tx = new DmaTx(tile);
        rx = new DmaRx(tile);
    }

    /** Once, before the first cycle. */
    public void connect(
            final EpochPort epochs,
            final FencePort fences,
            final DlaStream dla,
            final ControlSource fenceControl,
            final ControlSource epochControl,
            final ControlSource epochAck) {
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

    /** The flit on ejection link `port` in the cycle that is about to be stepped. */
    public void eject(final int port, final int flit) {
        rx.eject(port, flit);
    }

    /** A credit on injection link `port` in the cycle that is about to be stepped. */
    public void injectCredit(final int port) {
        tx.injectCredit(port);
    }

    public void readReply(final int port, final int ctx, final long d0, final long d1) {
        tx.readReply(port, ctx, d0, d1);
    }

    public void writeAck(final int port, final long old) {
        rx.writeAck(port, old);
    }

    @Override
    public void command(final int op, final long w0, final long w1, final long w2, final long w3) {
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
        return outstanding != 0;
    }

    @Override
    public void step(final long t) {
        tx.step(t);
        rx.step(t);
    }

    @Override
    public void edge(final long t) {
        tx.edge(t);
        rx.edge(t);
        outstanding += change;
        change = 0;
    }

    @Override
    public boolean busy() {
        return tx.busy() || rx.busy();
    }
}
