// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.ReceiveCause;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout;
import fairlead.machine.TableSizes.Table;
import fairlead.twin.router.Packets;

/**
 * The receive half of the DMA engine: two request and two response receivers, two memory write ports, one CommitUnit,
 * the reception FIFOs and the byte counters (docs/spec/dma-engine-rx.md). The two receivers of a port r share write
 * port r, which takes one flit a cycle; if both have a flit, they alternate.
 *
 * <p>The actions of a cycle are selected at the edge before it, from the state that begins there. A unit without an
 * action therefore costs one test for each call.
 */
public final class DmaRx implements Unit, Commanded, ReceivePort {
    private static final int PORTS = HwLayout.MOST_PORTS;

    // by port; null for one that the structure has not
    private final RequestRx[] requests = new RequestRx[PORTS];
    private final ResponseRx[] responses = new ResponseRx[PORTS];
    private final CommitQueue[] queues = new CommitQueue[PORTS];
    private final ByteCounters counters = new ByteCounters();
    private final ReceptionFifos reception;
    private final Attention attention;
    private final CommitUnit commit;

    // bit r stands for the receivers of port r
    private int tookRequest;
    private int offersRequest; // the same for the next cycle
    private int offersResponse;
    // masks of ejection links
    private int holding; // links with a flit
    private int arriving; // links to which a flit comes in this cycle
    private int taken; // links of which a flit was consumed in the last step
    // bit r: inputs of this cycle
    private int acking;
    private int freeing;
    private boolean commits; // whether the commit unit acts in the next cycle
    private boolean busy; // whether the next cycle does something without any input
    private boolean counting; // whether a byte counter was set or loaded
    private boolean touched; // whether an input or a notice has come for this cycle

    public DmaRx(TileContext tile) {
        attention = tile.attention();
        reception = new ReceptionFifos(tile);
        for (int r = 0; r < HwLayout.LOCAL_PORTS; r++) {
            queues[r] = new CommitQueue(tile.machine().buffers().tables().of(Table.COMMIT_SLOTS));
            requests[r] = new RequestRx(tile, r, queues[r], reception);
            responses[r] = new ResponseRx(tile, r, queues[r]);
        }
        commit = new CommitUnit(tile, queues, counters, reception);
    }

    /** Connects the unit, once before the first cycle. */
    public void connect(
            EpochPort epochs, FencePort fences, ResponsePort respond, MessageReturn messages, SelfTraffic self) {
        for (int r = 0; r < HwLayout.LOCAL_PORTS; r++) {
            requests[r].connect(epochs);
        }
        commit.connect(epochs, fences, respond, messages, self);
    }

    /** Returns the source of the CREDIT packets for popped messages. */
    public ControlSource creditSend() {
        return reception;
    }

    /**
     * Receives the flit on ejection link `port` in the next cycle to be stepped: 0 and 1 for requests, 2 and 3 for
     * responses.
     */
    public void eject(int port, int flit) {
        touched = true;
        arriving |= 1 << port;
        buffer(port).arrive(flit);
    }

    private EjectionBuffer buffer(int link) {
        return link < PORTS ? requests[link].buffer : responses[link - PORTS].buffer;
    }

    /**
     * Receives the acknowledgement on write port `port` in the next cycle to be stepped; `old` as in
     * MemoryPorts.Replies.
     */
    public void writeAck(int port, long old) {
        touched = true;
        acking |= 1 << port;
        queues[port].ack(old);
    }

    @Override
    public void command(int op, long w0, long w1, long w2, long w3) {
        if (op == TileCommand.COUNTER_SET) {
            if (w0 >>> Descriptor1.CTR_WIDTH == 0) { // the word names an existing counter
                touched = true;
                counting = true;
                counters.preset((int) w0, (int) w1);
            }
        } else if (op == TileCommand.MSG_POP) {
            if (w0 >= 0 && w0 < HwLayout.RECEPTION_FIFOS) {
                touched = true;
                reception.pop((int) w0);
            }
        }
    }

    @Override
    public void freed(int r) {
        touched = true;
        freeing |= 1 << r;
    }

    @Override
    public void counterLoad(int r, int counter, int value) {
        touched = true;
        counting = true;
        counters.load(r, counter, value);
    }

    /** Notes which flits are in front, and what they wait for if they are not consumed. */
    void look(NicCauses waits) {
        for (int rest = holding; rest != 0; rest &= rest - 1) {
            int link = Integer.numberOfTrailingZeros(rest);
            int port = link % PORTS;
            boolean isHead = Packets.isHead(buffer(link).front());
            boolean lacksSlot = isHead && link < PORTS && !requests[port].hasSlot();
            waits.link(
                    link,
                    lacksSlot
                            ? ReceiveCause.RESPONSE
                            : isHead && !queues[port].hasRoom() ? ReceiveCause.COMMIT : ReceiveCause.ARBITRATION);
        }
    }

    /** Returns the links of which a flit was consumed in the last step. */
    int taken() {
        return taken;
    }

    @Override
    public void step(long t) {
        taken = 0;
        if (!busy) {
            return;
        }
        for (int rest = offersRequest | offersResponse; rest != 0; rest &= rest - 1) {
            int bit = rest & -rest;
            int r = Integer.numberOfTrailingZeros(rest);
            if ((offersRequest & bit) != 0 && (offersResponse & tookRequest & bit) == 0) {
                tookRequest |= bit;
                taken |= bit;
                requests[r].take();
                holding &= requests[r].buffer.isEmpty() ? ~bit : -1;
            } else {
                tookRequest &= ~bit;
                taken |= bit << PORTS;
                responses[r].take();
                holding &= responses[r].buffer.isEmpty() ? ~(bit << PORTS) : -1;
            }
        }
        if (commits) {
            commit.step();
        }
    }

    @Override
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
            requests[Integer.numberOfTrailingZeros(freeing)].freeSlot();
        }
        holding |= arriving;
        for (; arriving != 0; arriving &= arriving - 1) {
            buffer(Integer.numberOfTrailingZeros(arriving)).edge();
        }
        choose();
    }

    private void choose() {
        commits = commit.choose();
        offersRequest = 0;
        offersResponse = 0;
        for (int rest = holding; rest != 0; rest &= rest - 1) {
            int link = Integer.numberOfTrailingZeros(rest);
            if (link < PORTS) {
                offersRequest |= requests[link].offers() ? 1 << link : 0;
            } else {
                offersResponse |= responses[link - PORTS].offers() ? 1 << link - PORTS : 0;
            }
        }
        if (offersRequest != 0) {
            shareSlots();
        }
        busy = commits || (offersRequest | offersResponse) != 0 || attention.has(Attention.RECEPTION);
    }

    /**
     * Resolves a conflict of two MSG heads. If both could take a slot of a reception FIFO, only the head of the port
     * `turn` may proceed. A head whose FIFO is full proceeds and is refused.
     */
    private void shareSlots() {
        boolean able0 = couldTakeSlot(0);
        boolean able1 = couldTakeSlot(1);
        if (able0 && able1) {
            offersRequest &= ~(1 << 1 - reception.turn());
        }
    }

    /** Returns whether a MSG is at the front of port r and its reception FIFO has a free slot. */
    private boolean couldTakeSlot(int r) {
        int fifo = (offersRequest >> r & 1) != 0 ? requests[r].wants() : RequestRx.NO_FIFO;
        return fifo != RequestRx.NO_FIFO && reception.hasRoom(fifo);
    }

    @Override
    public boolean busy() {
        return busy;
    }
}
