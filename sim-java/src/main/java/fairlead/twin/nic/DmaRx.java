// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.ReceiveCause;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.TableSizes.Table;

/**
 * The receive half of the DMA engine: two request and two response receivers, two memory write ports, one CommitUnit,
 * the reception FIFOs and the byte counters (docs/spec/dma-engine-rx.md). The two receivers of a port r share write
 * port r, which takes one flit a cycle; if both have a flit, they alternate.
 *
 * <p>The actions of a cycle are selected at the edge before it, from the state that begins there. A unit without an
 * action therefore costs one test for each call.
 */
public final class DmaRx implements Ports.ReceivePort {
    private static final int PORTS = HwLayout.MOST_PORTS;

    private static final int REQUESTS = (1 << PORTS) - 1; // mask of the ejection links of requests

    // by ejection link, and by port; null for one that the structure has not
    private final PacketReceiver[] receivers = new PacketReceiver[HwLayout.CLASSES * PORTS];
    private final CommitQueue[] queues = new CommitQueue[PORTS];
    private final ByteCounters counters;
    private final ReceptionFifos reception;
    private final Attention attention;
    private final CommitUnit commit;

    private int tookRequest; // bit r: port r served its request receiver last
    // masks of ejection links
    private int offers; // links whose flit could be consumed in the next cycle, if it needs no response slot
    private int holding; // links with a flit
    private int arriving; // links to which a flit comes in this cycle
    int taken; // links of which a flit was consumed in the last step
    // bit r: inputs of this cycle
    private int acking;
    private int freeing;
    private boolean commits; // whether the commit unit acts in the next cycle
    private boolean busy; // whether the next cycle may do something without any input
    private boolean counting; // whether a byte counter has a command or a load
    private boolean touched; // whether an input or a notice has come for this cycle

    public DmaRx(TileContext tile, Ports.Beside beside) {
        attention = tile.attention();
        reception = new ReceptionFifos(tile);
        counters = new ByteCounters(tile.events());
        for (int r = 0; r < HwLayout.LOCAL_PORTS; r++) {
            queues[r] = new CommitQueue(tile.machine().buffers().tables().of(Table.COMMIT_SLOTS));
            for (int link = r; link < receivers.length; link += PORTS) {
                receivers[link] = new PacketReceiver(tile, link, beside.target(), queues[r], reception, counters);
            }
        }
        commit = new CommitUnit(tile, beside, queues, counters, reception);
    }

    /** Connects the unit with the other half, once before the first cycle. */
    public void connect(Ports.TransmitPort transmit) {
        commit.connect(transmit);
    }

    /** Returns the source of the CREDIT packets for popped messages. */
    public Ports.ControlSource creditSend() {
        return reception.credit;
    }

    /**
     * Receives the flit on ejection link `port` in the next cycle to be stepped: 0 and 1 for requests, 2 and 3 for
     * responses.
     */
    public void eject(int port, int flit) {
        touched = true;
        arriving |= 1 << port;
        receivers[port].arrive(flit);
    }

    /**
     * Receives the acknowledgement on write port `port` in the next cycle to be stepped; `old` as in
     * Tile#writeAck.
     */
    public void writeAck(int port, long old) {
        touched = true;
        acking |= 1 << port;
        queues[port].ack(old);
    }

    /** Returns false for a MSG_POP that finds no message. */
    boolean command(int op, long w0, long w1) {
        if (op == TileCommand.COUNTER_SET || op == TileCommand.COUNTER_CLEAR) {
            touched = true;
            counting = true;
            counters.command(op, w0, w1);
        } else if (op == TileCommand.MSG_POP) {
            touched = true;
            return reception.pop(w0);
        }
        return true;
    }

    @Override
    public void freed(int r) {
        touched = true;
        freeing |= 1 << r;
    }

    @Override
    public boolean counterLoad(int r, int counter, int value) {
        touched = true;
        counting = true;
        return counters.load(r, counter, value);
    }

    /** Notes which flits are in front, and what they wait for if they are not consumed. */
    void look(NicCauses waits) {
        for (int rest = holding; rest != 0; rest &= rest - 1) {
            int link = Integer.numberOfTrailingZeros(rest);
            boolean isHead = receivers[link].isHead();
            waits.link(
                    link,
                    receivers[link].lacksSlot()
                            ? ReceiveCause.RESPONSE
                            : isHead && !queues[link % PORTS].hasRoom()
                                    ? ReceiveCause.COMMIT
                                    : ReceiveCause.ARBITRATION);
        }
    }

    public void step(long t) {
        taken = 0;
        if (!busy) {
            if (counting) {
                counters.decide();
            }
            return;
        }
        int able = able();
        for (int rest = (able | able >> PORTS) & REQUESTS; rest != 0; rest &= rest - 1) {
            int bit = rest & -rest;
            boolean request = (able & bit) != 0 && (able >> PORTS & tookRequest & bit) == 0;
            int link = Integer.numberOfTrailingZeros(rest) + (request ? 0 : PORTS);
            tookRequest = request ? tookRequest | bit : tookRequest & ~bit;
            taken |= 1 << link;
            receivers[link].take();
            holding &= receivers[link].isEmpty() ? ~(1 << link) : -1;
        }
        if (counting) {
            counters.decide();
        }
        if (commits) {
            commit.step();
        }
    }

    public void edge(long t) {
        boolean receives = attention.has(Attention.RECEPTION);
        if (!busy && !touched && !receives) {
            return;
        }
        touched = false;
        if (commits || counting) {
            counters.edge();
            counting = false;
        }
        if (receives) {
            reception.edge();
        }
        for (; acking != 0; acking &= acking - 1) {
            queues[Integer.numberOfTrailingZeros(acking)].edge();
        }
        for (; freeing != 0; freeing &= freeing - 1) {
            receivers[Integer.numberOfTrailingZeros(freeing)].freeSlot();
        }
        holding |= arriving;
        for (; arriving != 0; arriving &= arriving - 1) {
            receivers[Integer.numberOfTrailingZeros(arriving)].edge();
        }
        choose();
    }

    private void choose() {
        commits = commit.choose();
        offers = 0;
        for (int rest = holding; rest != 0; rest &= rest - 1) {
            int link = Integer.numberOfTrailingZeros(rest);
            offers |= receivers[link].offers() ? 1 << link : 0;
        }
        if ((offers & REQUESTS) != 0) {
            shareSlots();
        }
        busy = commits || offers != 0 || attention.has(Attention.RECEPTION);
    }

    /**
     * Resolves a conflict of two MSG heads. If both could take a slot of a reception FIFO, only the head of the port
     * `turn` may proceed. A head whose FIFO is full proceeds and is refused.
     */
    private void shareSlots() {
        boolean able0 = couldTakeSlot(0);
        boolean able1 = couldTakeSlot(1);
        if (able0 && able1) {
            offers &= ~(1 << 1 - reception.turn);
        }
    }

    /** Returns the links whose flit could be consumed; the open epochs, at the start of the cycle, are part of it. */
    private int able() {
        int able = offers;
        for (int rest = offers & REQUESTS; rest != 0; rest &= rest - 1) {
            able &= receivers[Integer.numberOfTrailingZeros(rest)].lacksSlot() ? ~(rest & -rest) : -1;
        }
        return able;
    }

    /** Returns whether a MSG is at the front of port r and its reception FIFO has a free slot. */
    private boolean couldTakeSlot(int r) {
        int fifo = (offers >> r & 1) != 0 ? receivers[r].wants() : PacketReceiver.NO_FIFO;
        return fifo != PacketReceiver.NO_FIFO && reception.hasRoom(fifo);
    }

    public boolean busy() {
        return busy && (commits || offers == 0 || able() != 0 || attention.has(Attention.RECEPTION));
    }
}
