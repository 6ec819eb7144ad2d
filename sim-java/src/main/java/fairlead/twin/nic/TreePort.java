// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.engine.CommandBuffer;
import fairlead.engine.checkpoint.State.Carried;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.TreeLinkState;
import fairlead.machine.CollectiveNetwork;

/**
 * Connects the collective network's unit to a tile: it passes host commands to the unit and the unit's answers to the
 * tile's events (docs/spec/tile.md). The unit is created at its first input, so that a machine that does not use it has
 * none.
 */
public final class TreePort implements Carried {
    private static final int CHANNEL_MASK = 2 * Integer.highestOneBit(HwLayout.TREE_CHANNELS - 1) - 1;
    private static final int PROCESSOR_MASK = HwLayout.TREE_PROCESSORS - 1;

    private final TileContext tile;
    private final CollectiveConfig config;
    private final EventPorts events;
    private final TreeFlit.TreeLinks links;
    private CollectiveRouter unit; // null until a flit or command has arrived
    private CollectiveDevice device; // created with the unit

    /** @param classRoutes register CLASS_ROUTES of the node */
    TreePort(TileContext tile, long classRoutes, TreeFlit.TreeLinks links) {
        this.tile = tile;
        this.links = links;
        CollectiveNetwork network = tile.machine().collective();
        config = new CollectiveConfig(classRoutes, network.linkDepth(), network.injection(), network.reception());
        events = tile.events();
    }

    @Override
    public void build() {
        if (unit == null) {
            unit = new CollectiveRouter(config);
            device = new CollectiveDevice(unit, tile.memory(), tile.machine().memoryBytes());
        }
    }

    private CollectiveRouter unit() {
        build();
        tile.attention().stir(Attention.TREE);
        return unit;
    }

    void command(int owner, int op, long w0, long w1, long w2) {
        if (op == TileCommand.TREE_READ) {
            int channel = (int) (w0 & CHANNEL_MASK);
            boolean barred = owner < CommandBuffer.SYSTEM && unit().isForeign(channel, owner);
            unit();
            device.others(barred ? HwLayout.TREE_CHANNELS : channel);
        } else if (op >= TileCommand.DEVICE_LOCK) {
            unit();
            device.command(op, w0);
        } else if (op == TileCommand.TREE_ABORT) {
            unit().abort((int) w2 & PROCESSOR_MASK, w0);
        } else {
            unit().inject(op == TileCommand.TREE_GIVE, (int) w2 & PROCESSOR_MASK, w0, w1);
        }
    }

    /** Receives a flit of a link. */
    public void arrive(int link, int channel, TreeFlit flit) {
        unit().arrive(link, channel, flit);
    }

    /** Notes that the oldest write of the shared device is in memory. */
    public void deviceAck() {
        unit();
        device.ack();
    }

    /** Receives credits of a link, one bit for each channel. */
    public void credit(int link, int channels) {
        unit().credit(link, channels);
    }

    /** Executes an edge that has an effect: one with Attention.TREE. */
    void edge(long t) {
        device.decide();
        unit.edge(t);
        device.edge();
        tile.attention().keep(Attention.TREE, unit.busy() | device.busy());
        if (unit.arrived != 0) {
            events.emit(EventUnit.TREE_ARRIVE, EventKind.TREE_ARRIVED, unit.arrived, 0);
        }
        if (unit.refused() != 0) {
            events.emit(EventUnit.TREE_GIVE, EventKind.TREE_REFUSED, unit.refused(), unit.refusedTag());
        }
        if (device.told) {
            events.emit(EventUnit.DEVICE, EventKind.DEVICE_ANSWER, device.value(), device.status());
        }
        TreeFlit flit = device.theirs ? unit.received : null;
        if (flit != null) {
            events.emit(
                    EventUnit.TREE_READ, flit.head() ? EventKind.TREE_HEAD : EventKind.TREE_DATA, flit.w0(), flit.w1());
        } else if (device.theirs && unit.empty) {
            events.emit(EventUnit.TREE_READ, EventKind.TREE_EMPTY, unit.waiting(), 0);
        }
        for (int link = 0; link < HwLayout.TREE_LINKS; link++) {
            if (unit.out(link) != null) {
                links.flit(tile.node(), link, unit.outChannel(link), unit.out(link));
            }
            if (unit.credits(link) != 0) {
                links.credit(tile.node(), link, unit.credits(link));
            }
        }
    }

    /** Returns the fields `credits` and `occupancy` of a channel of a link, as a HwLayout.TreeLinkState. */
    public long linkState(int link, int channel) {
        long credits = unit == null ? config.linkDepth() : unit.linkCredits(link, channel);
        long occupancy = unit == null ? 0 : unit.occupancy(link, channel);
        return credits << TreeLinkState.CREDITS_LSB | occupancy << TreeLinkState.OCCUPANCY_LSB;
    }
}
