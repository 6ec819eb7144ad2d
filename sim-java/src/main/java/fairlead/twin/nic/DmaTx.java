// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.HostResource;
import fairlead.hw.HwLayout.SendCause;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Depths;
import fairlead.machine.TableSizes.Table;
import fairlead.twin.router.HeaderBuilder;

/**
 * The transmit half of the DMA engine: injection FIFOs, a request and a response packetiser for each local port, and
 * their emitters. A POST in cycle t is picked in t + 1 at the earliest, and the head is given to the router in t + 2.
 * Spec: docs/spec/dma-engine-tx.md.
 *
 * <p>No other unit asks this unit a question, so its step may change its registers immediately. The order within the
 * step ensures that every decision still reads the state at the start of the cycle: host port, sends, read grants,
 * picks. Inputs and notices wait for the edge.
 */
public final class DmaTx implements Ports.TransmitPort {
    private static final int PORTS = HwLayout.MOST_PORTS;
    private static final int ODD_FIFOS = 0xAAAA_AAAA & (1 << HwLayout.INJECTION_FIFOS) - 1; // those of the second port

    // notices and inputs that wait for the edge: links, response queues, host port, end-to-end credits, TASK_RESET
    private static final int LINKS = 1;
    private static final int RESPONSE_0 = LINKS << 1;
    private static final int RESPONSE_1 = LINKS << 2;
    private static final int POST = LINKS << 3;
    private static final int CREDITS = LINKS << 4;
    private static final int RESET = LINKS << 5;

    // masks of link bits
    private static final int REQUEST_LINK_0 = 1;
    private static final int REQUEST_LINK_1 = 1 << 1;
    private static final int RESPONSE_LINK_0 = 1 << PORTS;
    private static final int RESPONSE_LINK_1 = 1 << PORTS + 1;

    private final Activity activity = new Activity();
    private final Attention attention;
    // target of the unordered head of each injection FIFO
    private final int[] targets = new int[HwLayout.INJECTION_FIFOS];
    private final InjectionFifos fifos;
    private final InjectionFifos.MessageCredits messages;
    private final ServiceOrder order = new ServiceOrder();
    private final RequestTx request0;
    private final RequestTx request1;
    private final ResponseTx response0;
    private final ResponseTx response1;
    private final ReadPort readPort0;
    private final ReadPort readPort1;
    private final PacketEmitter[] emitters = new PacketEmitter[HwLayout.CLASSES * PORTS];
    private final int second;
    private final long depths; // of the injection buffers of the router, as Lanes
    private final long window; // flits that the payload readers may have outstanding, as Lanes
    private final Ports.DlaStream dla;
    private final EpochPort.Origin epochs;
    private final Ports.FencePort fences;
    private int pending;
    private long now; // cycle of the last edge

    // of the last step
    int prepared; // sources of which a packet was prepared
    private int space; // bit r: port r could prepare a packet
    private final int[] sends = new int[PORTS]; // by port: why it could not, if it could not

    /**
     * Makes the unit.
     *
     * @param requestControl 0: PING of FenceUnit; 1: INIT, PUT_COUNT and TERM of EpochUnit
     * @param responseControl 0: ACK of EpochUnit; 1: message CREDIT
     */
    public DmaTx(
            TileContext tile,
            Ports.Beside beside,
            Ports.ControlSource[] requestControl,
            Ports.ControlSource[] responseControl,
            Ports.ReceivePort receive) {
        epochs = beside.origin();
        fences = beside.fences();
        dla = beside.dla();
        int localPorts = tile.machine().localPorts();
        HeaderBuilder headers = new HeaderBuilder(tile.shape(), tile.me(), localPorts);
        depths = depths(tile.machine().buffers().locals());
        activity.credits = depths;
        window = Lanes.all(tile.machine().buffers().tables().of(Table.READ_WINDOW));
        activity.window = window;
        second = localPorts == PORTS ? ODD_FIFOS : 0;
        attention = tile.attention();
        fifos = new InjectionFifos(tile, activity);
        messages = new InjectionFifos.MessageCredits(tile.shape(), order);
        readPort0 = new ReadPort(tile.memory(), 0, activity);
        readPort1 = new ReadPort(tile.memory(), 1, activity);
        for (int link = 0; link < emitters.length; link++) {
            emitters[link] = new PacketEmitter(tile, link, activity, dla, receive);
        }
        request0 = new RequestTx(
                tile, 0, beside, requestControl, receive, headers, fifos, messages, readPort0.requests, emitters[0]);
        request1 = new RequestTx(
                tile, 1, beside, null, receive, headers, fifos, messages, readPort1.requests, emitters[1]);
        response0 = new ResponseTx(
                tile, 0, responseControl, receive, headers, readPort0.responses, emitters[PORTS], activity);
        response1 = new ResponseTx(tile, 1, null, receive, headers, readPort1.responses, emitters[PORTS + 1], activity);
    }

    private static long depths(Depths locals) {
        long lanes = 0;
        for (int link = 0; link < HwLayout.CLASSES * PORTS; link++) {
            lanes += Lanes.one(link) * locals.inject(link / PORTS);
        }
        return lanes;
    }

    void command(int owner, int op, long w0, long w1, long w2, long w3) {
        if (op == TileCommand.POST) {
            fifos.post(owner, w0, w1, w2, w3);
            pending |= POST;
        } else if (op == TileCommand.TASK_RESET) {
            fifos.reset((int) HostResource.task(w0));
            pending |= RESET;
        } else if (op == TileCommand.MSG_CREDIT) {
            messages.preset(w0, w1);
            pending |= CREDITS;
        }
    }

    /** Receives, in place of a command of this unit, one of a unit that the structure leaves out. It is malformed. */
    void refuse(long w0) {
        fifos.refuse(w0);
        pending |= POST;
    }

    /** Receives an input of the next cycle to be stepped; see Tile#readReply. */
    public void readReply(int port, int ctx, long d0, long d1) {
        emitters[ctx * PORTS + port].reply(d0, d1);
        pending |= LINKS;
    }

    /** Receives an input of the next cycle to be stepped; see EjectionLinks. */
    public void injectCredit(int link) {
        activity.credited |= 1 << link;
        pending |= LINKS;
    }

    @Override
    public void push(
            int r, int ptype, int dst, int mode, long word1, int source, int length, boolean last, long value) {
        (r == 0 ? response0 : response1).push(ptype, dst, mode, word1, source, length, last, value);
        pending |= r == 0 ? RESPONSE_0 : RESPONSE_1;
    }

    @Override
    public void creditReturn(int target, int fifo) {
        messages.giveBack(target, fifo);
        pending |= CREDITS;
    }

    public void step(long t) {
        if ((pending & POST) != 0) {
            fifos.decide(epochs);
        }
        int full = activity.full;
        int asking = activity.asking();
        int told = 0;
        for (int rest = sendable(); rest != 0; rest &= rest - 1) {
            told |= emitters[Integer.numberOfTrailingZeros(rest)].send();
        }
        if ((asking & (REQUEST_LINK_0 | RESPONSE_LINK_0)) != 0) {
            readPort0.grant(asking);
        }
        if ((asking & (REQUEST_LINK_1 | RESPONSE_LINK_1)) != 0) {
            readPort1.grant(asking);
        }
        int closed = full | activity.reading;
        boolean can0 = (closed & REQUEST_LINK_0) == 0 && (told & PacketEmitter.LOADS) == 0;
        boolean can1 = (closed & REQUEST_LINK_1) == 0;
        space = (can0 ? 1 : 0) | (can1 ? 2 : 0);
        prepared = requests(t, can0, can1);
        order.serve(prepared & RequestTx.DLA - 1, t);
        if ((told & PacketEmitter.DLA_DONE) != 0) {
            request0.dlaDone();
        }
        if ((closed & RESPONSE_LINK_0) == 0 && mayRespond0()) {
            respond(response0, t);
        }
        if ((closed & RESPONSE_LINK_1) == 0 && (activity.answering & 2) != 0) {
            respond(response1, t);
        }
    }

    private int sendable() {
        int able = activity.sendable();
        return (able & activity.streaming) != 0 && !dla.valid() ? able & ~activity.streaming : able;
    }

    /** Returns the sources of port 0 other than FIFOs that could be picked. */
    private int others() {
        return attention.offers(Attention.FOR_REQUESTS) ? request0.others() : 0;
    }

    private boolean mayRespond0() {
        return (activity.answering & 1) != 0 || attention.offers(Attention.FOR_RESPONSES);
    }

    private static void respond(ResponseTx response, long t) {
        int sources = response.sources();
        if (sources != 0) {
            response.prepare(sources, t);
        }
    }

    /** Returns the FIFOs whose head can use a port that can prepare a packet in cycle t. */
    private int ready(long t, boolean can0, boolean can1) {
        if (activity.waiting == 0) {
            return 0;
        }
        int live = activity.waiting & ~fences.blocked();
        if ((live & activity.loose) != 0) {
            live &= ~activity.loose | counters(live & activity.loose);
        }
        int letters = live & activity.messages;
        live &= ~letters | messages.offer(messages.funded(letters, fifos), second, can0, can1);
        live &= ~(live & activity.fences) | armable(live);
        live &= ~fifos.pace.waiting(live & activity.gets, t);
        live &= (can0 ? ~second : 0) | (can1 ? second : 0);
        live = oldest(oldest(live, activity.messages), activity.fences);
        return oldest(live, activity.loose);
    }

    /** Returns the fences for which an entry is free. */
    private int armable(int live) {
        int arming = live & activity.fences;
        return arming == 0 ? 0 : fences.armable(arming, order);
    }

    /** Returns the heads without those that share something with an older one of their port. */
    private int oldest(int heads, int shares) {
        int sharing = heads & shares;
        if ((sharing & sharing - 1) == 0) {
            return heads;
        }
        return heads & ~sharing | order.oldest(sharing & ~second) | order.oldest(sharing & second);
    }

    private int counters(int loose) {
        for (int rest = loose; rest != 0; rest &= rest - 1) {
            int fifo = Integer.numberOfTrailingZeros(rest);
            targets[fifo] = fifos.target(fifo);
        }
        return fences.counters(loose, targets, order);
    }

    /**
     * Selects and prepares the requests of a cycle, and returns their sources. A fence that is not accepted gives way
     * to the next source that is not a fence.
     */
    private int requests(long t, boolean can0, boolean can1) {
        int ready = ready(t, can0, can1);
        int sources0 = can0 ? ready & ~second | others() : 0;
        int sources1 = ready & second;
        if ((sources0 | sources1) == 0) {
            return 0;
        }
        int arming = activity.fences;
        int pick0 = request0.first(sources0);
        int pick1 = request1.first(sources1);
        boolean arm0 = (pick0 & arming) != 0;
        boolean arm1 = (pick1 & arming) != 0;
        if (arm0 || arm1) {
            int granted = fences.grant(arm0, arm1);
            pick0 = arm0 && granted != 0 ? request0.first(sources0 & ~arming) : pick0;
            pick1 = arm1 && granted != 1 ? request1.first(sources1 & ~arming) : pick1;
        }
        if (pick0 != 0) {
            request0.prepare(pick0, t);
        }
        if (pick1 != 0) {
            request1.prepare(pick1, t);
        }
        return pick0 | pick1;
    }

    /** Notes the heads at the start of a cycle, and what they wait for if nothing of them is prepared. */
    void look(NicCauses waits) {
        int fenced = fences.blocked();
        int loose = activity.waiting & activity.loose & ~fenced;
        int uncounted = loose == 0 ? 0 : loose & ~counters(loose);
        int letters = activity.waiting & activity.messages & ~fenced;
        int unfunded = letters & ~messages.funded(letters, fifos);
        int poor = activity.waiting & activity.fences & ~armable(activity.waiting & ~fenced);
        waits.fifos(activity.waiting, SendCause.NONE); // of several causes the last one here is reported
        waits.fifos(unfunded, SendCause.MESSAGE_CREDIT);
        waits.fifos(uncounted, SendCause.ACK_COUNTER);
        waits.fifos(poor, SendCause.ENTRY);
        waits.fifos(activity.waiting & fenced, SendCause.FENCE);
        if ((request0.others() & RequestTx.DLA) != 0) {
            waits.store();
        }
        for (int r = 0; r < PORTS; r++) {
            sends[r] = sends(1 << r);
        }
    }

    /** Returns why the emitter of a request link does not become free. */
    private int sends(int link) {
        if ((Lanes.present(activity.credits) & link) == 0) {
            return SendCause.ROUTER;
        }
        if ((activity.hungry & ~Lanes.present(activity.replies) & link) != 0) {
            return SendCause.MEMORY;
        }
        return (activity.streaming & link) != 0 ? SendCause.DLA : SendCause.PORT;
    }

    /** Tells after the step what the ports did. */
    void tell(NicCauses waits) {
        int prepares = (prepared & RequestTx.DLA) != 0 ? SendCause.DLA : SendCause.PORT;
        waits.port(~second, (space & 1) != 0 ? prepares : sends[0]);
        waits.port(second, (space & 2) != 0 ? SendCause.PORT : sends[1]);
    }

    public void edge(long t) {
        now = t;
        int due = pending;
        if (due == 0) {
            return;
        }
        pending = 0;
        activity.edge();
        assert Lanes.within(activity.credits, depths) : "PE_A4: more credits returned than spent";
        assert Lanes.within(activity.replies, window) : "PE_P1: reserved reply space exceeded";
        assert Lanes.within(activity.window, window) : "RP_P2: more flits asked for and not sent than the read window";
        if (due == LINKS) {
            return;
        }
        if ((due & (POST | RESET)) != 0) {
            fifos.edge();
        }
        if ((due & CREDITS) != 0) {
            messages.edge();
        }
        if ((due & RESPONSE_0) != 0) {
            response0.edge();
        }
        if ((due & RESPONSE_1) != 0) {
            response1.edge();
        }
    }

    /**
     * Returns whether the unit can act in the next cycle. Valid only after the edges of all units, because it reads
     * registers of other units.
     */
    public boolean busy() {
        if (pending != 0 || activity.asking() != 0 || sendable() != 0 || fifos.pace.runs(now + 1)) {
            return true;
        }
        int full = activity.full | activity.reading;
        return (full & RESPONSE_LINK_0) == 0 && mayRespond0() && response0.sources() != 0
                || (full & RESPONSE_LINK_1) == 0 && (activity.answering & 2) != 0
                || picks((full & REQUEST_LINK_0) == 0, (full & REQUEST_LINK_1) == 0);
    }

    private boolean picks(boolean can0, boolean can1) {
        int ready = ready(now + 1, can0, can1);
        int sources0 = can0 ? ready & ~second | others() : 0;
        int sources1 = ready & second;
        return (sources0 | sources1) != 0;
    }
}
