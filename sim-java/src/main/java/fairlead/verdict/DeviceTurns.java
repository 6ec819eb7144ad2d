// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.DeviceResult;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.verdict.InjectionAccount.Posted;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * How long the shared network device takes for a command, from its turn at the host port
 * (docs/spec/collective-device.md, Timing): none where it takes no packet, a packet for DEVICE_READ_HEADER, and for
 * DEVICE_DRAIN what the reception FIFO holds, from the last packet of messages that has arrived on.
 */
final class DeviceTurns extends Checker {
    private static final int HEAD = 3; // cycles of a packet besides its payload
    private static final long MESSAGES = 1L << HwLayout.TREE_CHANNELS - 1;

    /** A command without an answer. */
    private record Asked(int op, int processor, Posted turn) {}

    private final HeadWaits heads;
    private final int packet = pieces(HwLayout.TREE_PAYLOAD) + HEAD;
    private final List<List<Asked>> asked = each(nodes, () -> new ArrayList<>(0));
    private final long[] arrived = never(nodes); // cycle of the last packet of messages
    long answered;
    long longest; // cycles of one command
    double closest; // largest share of its bound

    DeviceTurns(JudgedRun run, HeadWaits heads) {
        super(run, heads.violations);
        this.heads = heads;
    }

    /** Returns a command of the device that is followed until it acts, or null. */
    Posted given(CommandBuffer commands, int i) {
        int op = commands.op(i);
        if (op < TileCommand.DEVICE_LOCK || op > TileCommand.DEVICE_DRAIN || !heads.judged) {
            return null;
        }
        Posted one = new Posted(commands, i, commands.word(i, 0));
        asked.get(commands.node(i)).add(new Asked(op, (int) DeviceCommand.processor(one.word), one));
        return one;
    }

    /** Handles TREE_ARRIVED. */
    void arrived(long cycle, int node, long channels) {
        arrived[node] = (channels & MESSAGES) != 0 ? cycle : arrived[node];
    }

    /** Handles DEVICE_ANSWER. */
    void answered(long cycle, int node, long status) {
        int op = (int) DeviceEvent.command(status);
        for (Iterator<Asked> all = asked.get(node).iterator(); all.hasNext(); ) {
            Asked one = all.next();
            if (one.op == op && one.processor == DeviceEvent.processor(status)) {
                all.remove();
                judge(cycle, node, one, DeviceEvent.result(status) == DeviceResult.DONE);
                return;
            }
        }
    }

    private void judge(long cycle, int node, Asked one, boolean done) {
        heads.advance(node, cycle + 1);
        if (one.turn.acted == NEVER) {
            return; // an answer before its command: device_delivery judges it
        }
        int memory = config.memoryLatency(node);
        boolean drains = done && one.op == TileCommand.DEVICE_DRAIN;
        boolean takes = drains || done && one.op == TileCommand.DEVICE_READ_HEADER;
        long since = drains ? Math.max(one.turn.acted, arrived[node]) : one.turn.acted;
        long bound = drains ? (long) config.collective().reception() * packet + 2L * memory : takes ? packet : 0;
        answered++;
        longest = Math.max(longest, cycle - since);
        closest = Math.max(closest, (double) (cycle - since) / Math.max(1, bound));
        if (cycle - since > bound) {
            report(
                    cycle,
                    node,
                    " answers " + TileCommand.name(one.op) + " of processor " + one.processor + " after "
                            + (cycle - since) + " cycles, bound " + bound);
        }
    }
}
