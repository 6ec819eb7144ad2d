// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.DeviceResult;
import fairlead.hw.HwLayout.TileCommand;

/**
 * The reception side that the processors of a node share, cycle for cycle as in docs/spec/collective-device.md. In each
 * cycle the caller gives the inputs, then calls {@link #decide}, the edge of the {@link CollectiveRouter}, and {@link
 * #edge}.
 */
public final class CollectiveDevice {
    private static final int MESSAGES = HwLayout.CLASS_ROUTES; // the channel of all messages
    private static final int FLIT = HwLayout.FLIT_BYTES;
    private static final int MOST_ON_WAY = 128; // writes; no flit is asked for while so many are on their way
    private static final int BYTES_MASK = 0xFFFF;

    private enum State {
        IDLE,
        TAKES,
        DRAINS,
        ANSWERS
    }

    private final CollectiveRouter router;
    private final MemoryPorts memory;
    private final long memoryBytes;

    // the packet that is being read
    private boolean follows;
    boolean theirs; // the flit that the router shows, or that it shows none, answers a TREE_READ
    private int rest; // bytes
    private boolean closes;
    private boolean open;

    private int packets;
    private int headers;
    private boolean expects = true;

    private int owner; // processor + 1, or 0

    private State state = State.IDLE;
    private boolean begun;
    private int processor;
    private boolean drain;
    private long saved;
    private boolean fresh;
    private int address;
    private int limit;
    private int total;
    private int onWay;

    // the answer
    boolean told; // whether an answer is shown
    private int toldProcessor;
    private int toldCommand;
    private int toldResult;

    // inputs of this cycle
    private int command = -1;
    private long word;
    private int raw = -1; // channel of a TREE_READ
    private boolean acked;

    // decided in this cycle
    private boolean reads;
    private boolean sees; // a TREE_READ takes a flit of the messages
    private TreeFlit flit;
    private int after;
    private boolean arrives;
    private boolean closing;
    private boolean waits;

    /**
     * @param memory receives the payload
     * @param memoryBytes of the node
     */
    public CollectiveDevice(CollectiveRouter router, MemoryPorts memory, long memoryBytes) {
        this.router = router;
        this.memory = memory;
        this.memoryBytes = memoryBytes;
    }

    /** A DEVICE command is on the pins in this cycle. */
    public void command(int op, long w0) {
        command = op;
        word = w0;
    }

    /** A TREE_READ of this channel is on the pins in this cycle. */
    public void others(int channel) {
        raw = channel;
    }

    /** Memory acknowledges the oldest write in this cycle. */
    public void ack() {
        acked = true;
    }

    private boolean engaged() {
        return state == State.TAKES || state == State.DRAINS;
    }

    private int bytes() {
        return Math.min(rest, FLIT);
    }

    private static int length(TreeFlit head) {
        return (int) CollectiveHeader.length(head.w0());
    }

    /** Returns the flit of the message channel that was read in the cycle before, or null. */
    private TreeFlit seen() {
        return follows ? router.received : null;
    }

    private int after(TreeFlit seen) {
        return seen == null ? rest : seen.head() ? length(seen) : rest - bytes();
    }

    private boolean wishes() {
        return engaged()
                && (begun ? after(seen()) != 0 : (router.waiting() >> MESSAGES & 1) != 0)
                && onWay < MOST_ON_WAY;
    }

    /** Decides from the registers and the inputs which flit is read in this cycle. */
    public void decide() {
        flit = seen();
        after = after(flit);
        waits = (router.waiting() >> MESSAGES & 1) != 0;
        arrives = (router.arrived >> MESSAGES & 1) != 0;
        closing = router.closed;
        reads = wishes() && raw < 0;
        sees = raw == MESSAGES && owner == 0;
        if (raw >= 0) {
            router.read(raw == MESSAGES && owner != 0 ? HwLayout.TREE_CHANNELS : raw);
        } else if (reads) {
            router.read(MESSAGES);
        }
    }

    /** The clock edge; the edge of the router has been. */
    public void edge() {
        boolean wasOpen = open;
        State was = state;
        boolean last = flit != null && (flit.head() ? CollectiveHeader.last(flit.w0()) != 0 : closes);
        boolean ends = flit != null && after == 0;
        boolean ready = was == State.ANSWERS && onWay == 0;
        told = false;
        if (flit != null && !flit.head()) {
            take();
        }
        onWay -= acked ? 1 : 0;
        begun |= reads;
        if (engaged() && ends) {
            begun = false;
            state = was == State.TAKES || last ? State.ANSWERS : was;
        }
        if (command >= 0) {
            obey(was, wasOpen);
        } else if (ready) {
            answer(processor, drain ? TileCommand.DEVICE_DRAIN : TileCommand.DEVICE_READ_HEADER, DeviceResult.DONE);
            state = State.IDLE;
        }
        rest = after;
        closes = flit == null ? closes : last;
        open = ends ? !last : open;
        packets += (arrives ? 1 : 0) - (ends ? 1 : 0);
        headers += (arrives && expects ? 1 : 0) - (ends && !wasOpen ? 1 : 0);
        expects = arrives ? closing : expects;
        follows = reads || sees;
        theirs = raw >= 0;
        command = -1;
        raw = -1;
        acked = false;
        write();
    }

    /** A flit of payload: its bytes were written in the cycle before, if any. */
    private void take() {
        if (state == State.TAKES && fresh) {
            saved = flit.w0();
            fresh = false;
        }
        if (state == State.DRAINS) {
            int stored = Math.min(limit, bytes());
            address += stored;
            limit -= stored;
            total = total + bytes() & BYTES_MASK;
            onWay += stored > 0 ? 1 : 0;
        }
    }

    private void write() {
        TreeFlit next = seen();
        if (state == State.DRAINS && next != null && !next.head() && limit > 0) {
            memory.device(address, Math.min(limit, bytes()), next.w0(), next.w1());
        }
    }

    private void obey(State was, boolean wasOpen) {
        int who = (int) DeviceCommand.processor(word);
        switch (command) {
            case TileCommand.DEVICE_LOCK -> {
                answer(who, command, owner == 0 ? DeviceResult.DONE : DeviceResult.HELD);
                owner = owner == 0 ? who + 1 : owner;
            }
            case TileCommand.DEVICE_UNLOCK -> {
                boolean mine = owner == who + 1;
                boolean works = was != State.IDLE;
                answer(who, command, !mine ? DeviceResult.NOT_OWNER : works ? DeviceResult.BUSY : DeviceResult.DONE);
                owner = mine && !works ? 0 : owner;
            }
            default -> work(was, wasOpen, who);
        }
    }

    private void work(State was, boolean wasOpen, int who) {
        boolean drains = command == TileCommand.DEVICE_DRAIN;
        if (owner != who + 1) {
            answer(who, command, DeviceResult.NOT_OWNER);
            return;
        }
        if (was != State.IDLE) {
            answer(who, command, DeviceResult.BUSY);
            return;
        }
        if (drains && DeviceCommand.address(word) + DeviceCommand.limit(word) > memoryBytes) {
            answer(who, command, DeviceResult.OUTSIDE);
            return;
        }
        if (!waits && !(drains && wasOpen)) {
            answer(who, command, DeviceResult.EMPTY);
            return;
        }
        state = drains ? State.DRAINS : State.TAKES;
        drain = drains;
        processor = who;
        begun = false;
        address = (int) DeviceCommand.address(word);
        limit = (int) DeviceCommand.limit(word);
        total = 0;
        fresh = true;
        saved = drains ? saved : 0;
    }

    private void answer(int who, int op, int result) {
        told = true;
        toldProcessor = who;
        toldCommand = op;
        toldResult = result;
    }

    /** Returns word a of the answer. */
    public long value() {
        if (toldResult != DeviceResult.DONE) {
            return 0;
        }
        return toldCommand == TileCommand.DEVICE_READ_HEADER
                ? saved
                : toldCommand == TileCommand.DEVICE_DRAIN ? total : 0;
    }

    /** Returns word b of the answer: a packed DeviceEvent. */
    public long status() {
        return (long) toldProcessor << DeviceEvent.PROCESSOR_LSB
                | (long) toldCommand << DeviceEvent.COMMAND_LSB
                | (long) toldResult << DeviceEvent.RESULT_LSB
                | (long) owner << DeviceEvent.OWNER_LSB
                | (open ? 1L : 0) << DeviceEvent.PAYLOAD_LSB
                | (long) packets << DeviceEvent.PACKETS_LSB
                | (long) headers << DeviceEvent.HEADERS_LSB;
    }

    public boolean busy() {
        return told || follows || theirs || wishes() || state == State.ANSWERS && onWay == 0;
    }
}
