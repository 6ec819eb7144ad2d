// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import java.util.ArrayList;
import java.util.List;

/** Gives packets and reads those that arrive. */
final class CollectivePlayer {
    record Packet(int node, int channel, long cycle, long header, long tag, List<Long> words) {}

    final Engine engine;
    final CommandBuffer commands = new CommandBuffer();
    final List<Packet> received = new ArrayList<>();
    final List<long[]> refused = new ArrayList<>(); // node, reason, tag
    final List<List<Packet>> open = new ArrayList<>();
    final List<long[]> arrivals = new ArrayList<>(); // node, channel, cycle
    final int latency;
    int deaf = -1; // node that does not read class route 0
    int missed; // packets that it has not read
    int seq;

    CollectivePlayer(Engine engine) {
        this.engine = engine;
        latency = engine.config().latency().software();
        for (int node = 0; node < engine.config().nodes(); node++) {
            open.add(new ArrayList<>());
        }
    }

    /** Processor 0 gives a packet; returns the cycle of its last flit. */
    long give(int node, long cycle, long header, long tag, long[] payload) {
        return give(node, 0, cycle, header, tag, payload);
    }

    long give(int node, int processor, long cycle, long header, long tag, long[] payload) {
        commands.add(cycle, node, 0, processor, TileCommand.TREE_GIVE, header, tag, processor, 0, seq++);
        for (int i = 0; i < payload.length / 2; i++) {
            long low = payload[2 * i];
            commands.add(
                    cycle + 1 + i,
                    node,
                    0,
                    processor,
                    TileCommand.TREE_BODY,
                    low,
                    payload[2 * i + 1],
                    processor,
                    0,
                    seq++);
        }
        return cycle + payload.length / 2;
    }

    void run(long limit) {
        while (true) {
            engine.submit(commands);
            commands.clear();
            StopReason stop = engine.run(limit);
            assertEquals("", engine.failure());
            EventCursor e = engine.events();
            while (e.next()) {
                react(e);
            }
            if (commands.count() == 0 && stop == StopReason.IDLE || engine.cycle() >= limit) {
                return;
            }
        }
    }

    private void react(EventCursor e) {
        List<Packet> here = open.get(e.node());
        switch (e.kind()) {
            case EventKind.TREE_ARRIVED -> {
                for (long mask = e.a(); mask != 0; mask &= mask - 1) {
                    int channel = Long.numberOfTrailingZeros(mask);
                    arrivals.add(new long[] {e.node(), channel, e.cycle()});
                    if (e.node() == deaf && channel == 0) {
                        missed++;
                    } else {
                        read(e.cycle() + latency, e.node(), channel);
                    }
                }
            }
            case EventKind.TREE_HEAD -> {
                int channel = channel(e.a());
                Packet packet = new Packet(e.node(), channel, e.cycle(), e.a(), e.b(), new ArrayList<>());
                received.add(packet);
                here.clear();
                here.add(packet);
                int flits = CollectiveModel.flits((int) CollectiveHeader.length(e.a()));
                for (int i = 0; i < flits; i++) {
                    read(e.cycle() + latency, e.node(), channel);
                }
            }
            case EventKind.TREE_DATA -> {
                here.get(0).words.add(e.a());
                here.get(0).words.add(e.b());
            }
            case EventKind.TREE_REFUSED -> refused.add(new long[] {e.node(), e.a(), e.b()});
            default -> {}
        }
    }

    void read(long cycle, int node, int channel) {
        commands.add(cycle, node, 0, TileCommand.TREE_READ, channel, 0, 0, 0, seq++);
    }

    private static int channel(long header) {
        boolean message = CollectiveHeader.mode(header) == CollectiveMode.MESSAGE;
        return message ? HwLayout.CLASS_ROUTES : (int) CollectiveHeader.route(header);
    }

    List<Packet> on(int channel) {
        return received.stream().filter(p -> p.channel == channel).toList();
    }
}
