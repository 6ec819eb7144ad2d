// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout.TileCommand;

/**
 * RMA epochs, as origin and as target, cycle for cycle as in docs/spec/epoch-unit.md (R-EPO-1 to R-EPO-8). The
 * two halves share no state.
 */
public final class EpochUnit implements Unit, Commanded, EpochPort {
    private final EpochOrigin origin;
    private final EpochTarget target;

    public EpochUnit(TileContext tile) {
        origin = new EpochOrigin(tile);
        target = new EpochTarget(tile.events(), tile.machine().epochAccess(), tile.attention());
    }

    /** Returns the source of INIT, PUT_COUNT and TERM for RequestTx 0. */
    public ControlSource control() {
        return origin;
    }

    /** Returns the source of ACK, and of INIT_ACK for a queued INIT, for ResponseTx 0. */
    public ControlSource ack() {
        return target;
    }

    @Override
    public void command(int op, long w0, long w1, long w2, long w3) {
        if (op == TileCommand.EPOCH_OPEN || op == TileCommand.EPOCH_CLOSE) {
            origin.command(op, w0);
        }
    }

    @Override
    public boolean isOpen(int index, int itsTarget) {
        return origin.isOpen(index, itsTarget);
    }

    @Override
    public void enter(int index, boolean isPut, int extra) {
        origin.enter(index, isPut, extra);
    }

    @Override
    public int entry(int index) {
        return origin.entry(index);
    }

    @Override
    public int generation(int index) {
        return origin.generation(index);
    }

    @Override
    public boolean allows(boolean epoch, int entry, int generation, int node) {
        return target.allows(epoch, entry, generation, node);
    }

    @Override
    public void putDone(int entry, int generation, int node, boolean refused) {
        target.putDone(entry, generation, node, refused);
    }

    @Override
    public void putPart(int entry, int generation, int node, boolean refused) {
        target.putPart(entry, generation, node, refused);
    }

    @Override
    public void count(int entry, int generation, int node, int localIndex, long value, int parts) {
        target.count(entry, generation, (int) value, parts);
    }

    @Override
    public void term(int entry, int generation) {
        target.term(entry, generation);
    }

    @Override
    public int init(int node, int localIndex, long id) {
        return target.init(node, localIndex, (int) id);
    }

    @Override
    public void getDone(int localIndex, boolean refused) {
        origin.getDone(localIndex, refused);
    }

    @Override
    public void ack(int localIndex, boolean putRefused) {
        origin.ack(localIndex, putRefused);
    }

    @Override
    public void initAck(int localIndex, int entry, int generation) {
        origin.initAck(localIndex, entry, generation);
    }

    @Override
    public void initNack(int localIndex) {
        origin.initNack(localIndex);
    }

    /** Does nothing: the unit asks no questions, and the edge decides from its own state and notices. */
    @Override
    public void edge(long t) {
        if (origin.busy()) {
            origin.edge();
        }
        if (target.busy()) {
            target.edge();
        }
    }

    @Override
    public boolean busy() {
        return origin.busy() || target.busy();
    }
}
