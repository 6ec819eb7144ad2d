// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.machine.TableSizes.Table;
import fairlead.verdict.InjectionAccount.Posted;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Counts what passes the packet of a host command at its port: INIT of EPOCH_OPEN and PUT_COUNT of EPOCH_CLOSE at
 * request port 0, CREDIT of MSG_POP at response port 0. Epoch indices and reception FIFOs take turns, and so do the
 * sources of a port (docs/spec/dma-engine-tx.md, rules 5 and 16; epoch-unit.md, Timing; dma-engine-rx.md, rule 15). So
 * each other index or FIFO sends one packet before it, and those that are prepared; and for each of these and for its
 * own turn, each other source of the port sends one.
 *
 * <p>The count begins with the turn of the command at the host port; a packet appears some cycles later.
 */
final class PortTurns extends Checker {
    private static final int OTHER = -1; // the packet of another source
    private static final int UNKNOWN = -2; // one of this source that no command waits for
    private static final int APPEARS = 5; // packets that enter from the turn of a command to the first turn of its own
    private static final int RESPONSE_SOURCES = 2; // the queue, and the ACKs of epochs

    /** What waits at one port of a node, by index or FIFO. */
    private static final class Line {
        final int[] owed; // packets
        final long[] since; // packets of the port until the oldest of them began to wait
        final long[] sinceOwn; // those of this source
        final List<Posted> given = new ArrayList<>(0); // commands that have not acted
        long packets;
        long own;

        Line(int places) {
            owed = new int[places];
            since = new long[places];
            sinceOwn = new long[places];
        }

        void begins(int place) {
            since[place] = packets;
            sinceOwn[place] = own;
        }
    }

    private final HeadWaits heads;
    final DeviceTurns devices;
    private final int headers = config.buffers().tables().of(Table.HEADER_QUEUE);
    private final Line[] epochs = new Line[nodes]; // null without a command
    private final Line[] credits = new Line[nodes];
    long served;
    long most; // packets that have passed one command
    final double[] closest = new double[2]; // largest share of its bound: of INIT and PUT_COUNT, of CREDIT

    PortTurns(JudgedRun run, HeadWaits heads) {
        super(run, heads.violations);
        this.heads = heads;
        devices = new DeviceTurns(run, heads);
    }

    /** Returns how many sources of request port 0 there are beside one that is no injection FIFO. */
    static int sources(MachineConfig config) {
        int ports = config.localPorts();
        return (HwLayout.INJECTION_FIFOS + ports - 1) / ports + 2;
    }

    /** Returns a command that is followed until it acts, or null. */
    Posted given(CommandBuffer commands, int i) {
        int node = commands.node(i);
        Line line;
        int place;
        switch (commands.op(i)) {
            case TileCommand.EPOCH_OPEN, TileCommand.EPOCH_CLOSE -> {
                line = epochs[node] = epochs[node] == null ? new Line(HwLayout.ORIGIN_EPOCHS) : epochs[node];
                place = (int) EpochCommand.index(commands.word(i, 0));
            }
            case TileCommand.MSG_POP -> {
                line = credits[node] = credits[node] == null ? new Line(HwLayout.RECEPTION_FIFOS) : credits[node];
                place = (int) commands.word(i, 0);
            }
            default -> {
                return devices.given(commands, i);
            }
        }
        if (!heads.judged || place < 0 || place >= line.owed.length) {
            return null;
        }
        Posted one = new Posted(commands, i, place);
        line.given.add(one);
        return one;
    }

    /** Handles EPOCH_ERROR: the command sends nothing. */
    void error(int node, long index) {
        if (epochs[node] != null && index >= 0 && index < HwLayout.ORIGIN_EPOCHS) {
            epochs[node].owed[(int) index] = 0;
        }
    }

    void injected(Packet p) {
        boolean requests = p.unit == EventUnit.TX_REQ0;
        Line line = requests ? epochs[p.node] : p.unit == EventUnit.TX_RSP0 ? credits[p.node] : null;
        if (line == null) {
            return;
        }
        begin(line, p);
        int place =
                switch (p.type) {
                    case PacketType.INIT, PacketType.CREDIT -> p.entry;
                    case PacketType.PUT_COUNT -> p.tag & HwLayout.ORIGIN_EPOCHS - 1;
                    case PacketType.TERM -> UNKNOWN;
                    default -> OTHER;
                };
        if (place >= 0 && place < line.owed.length && line.owed[place] > 0) {
            judge(line, place, p, requests ? sources(config) : RESPONSE_SOURCES);
            line.owed[place]--;
        }
        line.packets++;
        line.own += place == OTHER ? 0 : 1;
        if (place >= 0 && place < line.owed.length) {
            line.begins(place);
        }
    }

    /** Has the commands wait that have acted by now. */
    private void begin(Line line, Packet p) {
        if (line.given.isEmpty()) {
            return;
        }
        heads.advance(p.node, p.cycle);
        for (Iterator<Posted> all = line.given.iterator(); all.hasNext(); ) {
            Posted one = all.next();
            if (one.acted != NEVER) {
                all.remove();
                if (line.owed[(int) one.word]++ == 0) {
                    line.begins((int) one.word);
                }
            }
        }
    }

    private void judge(Line line, int place, Packet p, int sources) {
        served++;
        long passed = line.packets - line.since[place];
        long own = line.own - line.sinceOwn[place];
        most = Math.max(most, passed);
        long mayOwn = line.owed.length + headers;
        long may = (own + 1) * sources + headers + APPEARS;
        int which = p.type == PacketType.CREDIT ? 1 : 0;
        closest[which] = Math.max(closest[which], Math.max((double) own / mayOwn, (double) (passed - own) / may));
        if (own > mayOwn || passed - own > may) {
            report(
                    p,
                    " sends " + p.name() + " of " + (which > 0 ? "FIFO " : "epoch index ") + place
                            + " after " + own + " of others, of which " + mayOwn + " may pass, and after "
                            + (passed - own)
                            + " packets of other sources, of which " + may + " may pass");
        }
    }
}
