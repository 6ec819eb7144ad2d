// SPDX-License-Identifier: Apache-2.0
package fairlead.dma;

import fairlead.flow.Commanded;
import fairlead.flow.ControlSource;
import fairlead.flow.DlaStream;
import fairlead.flow.EpochPort;
import fairlead.flow.FencePort;
import fairlead.flow.HeaderBuilder;
import fairlead.flow.MessageReturn;
import fairlead.flow.ReceivePort;
import fairlead.flow.ResponsePort;
import fairlead.flow.SelfTraffic;
import fairlead.flow.TileContext;
import fairlead.flow.Unit;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.TileCommand;

/**
 * Transmit half of the DMA engine: injection FIFOs, a request and a response packetiser for each local port, and their emitters. Post in cycle t, pick in t + 1, the head is
 * given to the router in t + 2. Spec: docs/spec/dma-engine-tx.md
 *
 * <p>Nobody asks this unit anything, so its step changes its registers at once, in an order in which every decision still reads the start of the cycle: host port, sends,
 * read grants, picks. What comes in, and what is told, waits for the edge.
 */
public final class DmaTx implements Unit, Commanded, ResponsePort, MessageReturn {
    private static final int PORTS = HwLayout.LOCAL_PORTS;

    private final InjectionFifos fifos;
    private final MessageCredits messages;
    private final RequestTx request0;
    private final RequestTx request1;
    private final ResponseTx response0;
    private final ResponseTx response1;
    private final ReadPort readPort0;
    private final ReadPort readPort1;
    private final PacketEmitter[] emitters = new PacketEmitter[HwLayout.CLASSES * PORTS];
    private final PacketEmitter sendRequest0;
    private final PacketEmitter sendRequest1;
    private final PacketEmitter sendResponse0;
    private final PacketEmitter sendResponse1;
    private final int second;
    private EpochPort epochs;
    private FencePort fences;
    private boolean incoming;

    public DmaTx(final TileContext tile) {
        final int localPorts = tile.machine().localPorts();
        final HeaderBuilder headers = new HeaderBuilder(tile.shape(), tile.me(), localPorts);
        second = localPorts == PORTS ? oddFifos() : 0;
        fifos = new InjectionFifos(tile);
        messages = new MessageCredits(tile.shape());
        readPort0 = new ReadPort(tile.memory(), 0);
        readPort1 = new ReadPort(tile.memory(), 1);
        for (int link = 0; link < emitters.length; link++) {
            emitters[link] = new PacketEmitter(tile, link);
        }
        sendRequest0 = emitters[0];
        sendRequest1 = emitters[1];
        sendResponse0 = emitters[PORTS];
        sendResponse1 = emitters[PORTS + 1];
        request0 = new RequestTx(tile, 0, headers, fifos, messages, readPort0.requests, sendRequest0);
        request1 = new RequestTx(tile, 1, headers, fifos, messages, readPort1.requests, sendRequest1);
        response0 = new ResponseTx(tile, 0, headers, readPort0.responses, sendResponse0);
        response1 = new ResponseTx(tile, 1, headers, readPort1.responses, sendResponse1);
    }

    private static int oddFifos() {
        int odd = 0;
        for (int f = 1; f < HwLayout.INJECTION_FIFOS; f += PORTS) {
            odd |= 1 << f;
        }
        return odd;
    }

    /**
     * @param requestControl 0 FenceUnit, 1 EpochUnit: INIT, PUT_COUNT, TERM
     * @param responseControl 0 EpochUnit: ACK, 1 message CREDIT
     */
    public void connect(
            final EpochPort epochPort,
            final FencePort fencePort,
            final DlaStream dla,
            final ControlSource[] requestControl,
            final ControlSource[] responseControl,
            final ReceivePort receive,
            final SelfTraffic self) {
        epochs = epochPort;
        fences = fencePort;
        request0.connect(epochPort, fencePort, dla, requestControl, receive, self);
        request1.connect(epochPort, fencePort, null, null, receive, self);
        response0.connect(responseControl, receive);
        response1.connect(null, receive);
        for (final PacketEmitter emitter : emitters) {
            emitter.connect(dla, receive);
        }
    }

    /** Descriptors in an injection FIFO. */
    int waiting(final int fifo) {
        return fifos.count(fifo);
    }

    @Override
    public void command(final int op, final long w0, final long w1, final long w2, final long w3) {
        if (op == TileCommand.POST) {
            fifos.post(w0, w1, w2, w3);
            incoming = true;
        } else if (op == TileCommand.MSG_CREDIT) {
            messages.preset(w0, w1);
            incoming = true;
        }
    }

    /** Input of the cycle to be stepped; see MemoryPorts.Replies. */
    public void readReply(final int port, final int ctx, final long d0, final long d1) {
        emitters[ctx * PORTS + port].reply(d0, d1);
        incoming = true;
    }

    /** Input of the cycle to be stepped; see EjectionLinks. */
    public void injectCredit(final int link) {
        emitters[link].credit();
        incoming = true;
    }

    @Override
    public void push(
            final int r,
            final int ptype,
            final int dst,
            final long word1,
            final int source,
            final int length,
            final boolean last,
            final long value) {
        (r == 0 ? response0 : response1).push(ptype, dst, word1, source, length, last, value);
        incoming = true;
    }

    @Override
    public void creditReturn(final int target) {
        messages.giveBack(target);
        incoming = true;
    }

    @Override
    public void step(final long t) {
        if (fifos.posted()) {
            fifos.decide(epochs);
        }
        final boolean place0 = sendRequest0.space();
        final boolean place1 = sendRequest1.space();
        final boolean answer0 = sendResponse0.space();
        final boolean answer1 = sendResponse1.space();
        final int told = sendRequest0.count != 0 ? sendRequest0.send() : 0;
        if (sendRequest1.count != 0) {
            sendRequest1.send();
        }
        if (sendResponse0.count != 0) {
            sendResponse0.send();
        }
        if (sendResponse1.count != 0) {
            sendResponse1.send();
        }
        if (readPort0.asks()) {
            readPort0.grant();
        }
        if (readPort1.asks()) {
            readPort1.grant();
        }
        requests(
                t,
                place0 && readPort0.requests.left == 0 && (told & PacketEmitter.LOADS) == 0,
                place1 && readPort1.requests.left == 0);
        if ((told & PacketEmitter.DLA_DONE) != 0) {
            request0.dlaDone();
        }
        if (answer0 && readPort0.responses.left == 0) {
            respond(response0, t);
        }
        if (answer1 && readPort1.responses.left == 0) {
            respond(response1, t);
        }
    }

    private static void respond(final ResponseTx response, final long t) {
        final int sources = response.sources();
        if (sources != 0) {
            response.prepare(sources, t);
        }
    }

    /** FIFOs whose head may go through a port that can prepare a packet. */
    private int ready(final boolean can0, final boolean can1) {
        if (fifos.waiting == 0) {
            return 0;
        }
        final int live = fifos.waiting & ~fences.blocked() & ((can0 ? ~second : 0) | (can1 ? second : 0));
        final int letters = live & fifos.messages;
        if (letters == 0) {
            return live;
        }
        return live & ~letters | messages.offer(messages.funded(letters, fifos), second, can0, can1);
    }

    /** The search; a fence that is not taken gives way to the next source that is none. */
    private void requests(final long t, final boolean can0, final boolean can1) {
        final int ready = ready(can0, can1);
        final int sources0 = can0 ? ready & ~second | request0.others() : 0;
        final int sources1 = ready & second;
        if ((sources0 | sources1) == 0) {
            return;
        }
        final int arming = fifos.fences;
        int pick0 = request0.first(sources0);
        int pick1 = request1.first(sources1);
        final boolean arm0 = (pick0 & arming) != 0;
        final boolean arm1 = (pick1 & arming) != 0;
        if (arm0 || arm1) {
            final int granted = fences.grant(arm0, arm1);
            pick0 = arm0 && granted != 0 ? request0.first(sources0 & ~arming) : pick0;
            pick1 = arm1 && granted != 1 ? request1.first(sources1 & ~arming) : pick1;
        }
        if (pick0 != 0) {
            request0.prepare(pick0, t);
        }
        if (pick1 != 0) {
            request1.prepare(pick1, t);
        }
    }

    @Override
    public void edge(final long t) {
        if (!incoming) {
            return;
        }
        incoming = false;
        fifos.edge();
        messages.edge();
        response0.edge();
        response1.edge();
        sendRequest0.edge();
        sendRequest1.edge();
        sendResponse0.edge();
        sendResponse1.edge();
    }

    @Override
    public boolean busy() {
        if (incoming || readPort0.asks() || readPort1.asks()) {
            return true;
        }
        for (final PacketEmitter emitter : emitters) {
            if (emitter.sends()) {
                return true;
            }
        }
        return sendResponse0.space() && response0.sources() != 0
                || sendResponse1.space() && response1.sources() != 0
                || picks(sendRequest0.space(), sendRequest1.space());
    }

    private boolean picks(final boolean can0, final boolean can1) {
        final int ready = ready(can0, can1);
        final int sources0 = can0 ? ready & ~second | request0.others() : 0;
        final int sources1 = ready & second;
        final int arming = fifos.fences;
        if (((sources0 | sources1) & ~arming) != 0) {
            return true;
        }
        return (sources0 | sources1) != 0 && fences.grant(sources0 != 0, sources1 != 0) >= 0;
    }
}
