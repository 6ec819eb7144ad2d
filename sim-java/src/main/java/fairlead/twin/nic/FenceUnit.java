// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.DoneEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.FlushEvent;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.TableSizes;
import fairlead.machine.TableSizes.Table;
import java.util.Arrays;

/**
 * FLUSH and FENCE as counted legs, cycle for cycle as in docs/spec/fence-unit.md (R-FEN-1 to R-FEN-9). The rule numbers
 * R1 to R8 below are those of that page. Sets of entries are bit masks.
 */
public final class FenceUnit implements Ports.FencePort {
    private static final int ENTRIES = HwLayout.FENCE_ENTRIES;
    private static final int MOST_REFUSALS = (int) DoneEvent.REFUSED_MASK;
    private static final int NONE = -1;
    private static final int LAST = ENTRIES - 1;
    private static final int LEGS_SHIFT = FlushEvent.LEGS_LSB;
    private static final int COUNTERS_SHIFT = FlushEvent.COUNTERS_LSB;
    private static final int GENERATION_SHIFT = 8; // position in the answer to `count`
    private static final int BEHIND = 1 << 15; // bit of a difference modulo 2^16 that marks it as negative

    private final int usable; // mask of the entries that may be armed
    /** Source of the PING of a DLA leg for RequestTx 0. */
    public final ControlRegister control;

    private final EventPorts events;
    private final Attention attention;
    private final Ports.DlaCounts dla;
    private final Ports.SelfTraffic self;

    private int granted; // mask of the injection FIFOs that are granted, as in AckCounters
    private int used;
    private int oneLeg; // entries that wait for exactly one leg
    private int twoLegs;
    private int waiting; // entries that still wait for acknowledgement counters
    private int done; // entries that are complete and whose event is still to be reported
    private int blocked;
    private int favourite; // port that wins if both ask
    private int nextDone;

    // by entry, written when the entry is armed
    private final boolean[] isFence = new boolean[ENTRIES];
    private final int[] fifo = new int[ENTRIES];
    private final int[] task = new int[ENTRIES];
    private final int[] tag = new int[ENTRIES];
    private final int[] target = new int[ENTRIES];
    private final int[] waits = new int[ENTRIES]; // by entry: mask of the acknowledgement counters for which it waits
    private final int[] snapshot = new int[ENTRIES]; // by entry: number of DLA requests enqueued before its DLA leg

    private final AckCounters acks;
    private final int[] ring = new int[ENTRIES]; // ring of the entries with a DLA leg that has not left, in arm order
    private int ringHead;
    private int ringCount;
    private int reached; // the oldest of them, whose requests are known to have left the DLA

    // by task: number of its packets that were refused since it was told
    private final int[] refusals = new int[CommandBuffer.SYSTEM];

    // notices of this cycle
    private int armed = -1; // port that armed an entry, or -1
    private int armEntry;
    private int armLegs;
    private int armCounters;
    private int refusal = NONE; // task of which a packet was refused, unless it has a counter
    private int acked = NONE; // acknowledgement counter of a packet
    private int pong; // bit of the entry whose PONG arrived
    // decided in step
    private boolean reaches;
    private boolean due; // whether the oldest DLA leg may leave

    public FenceUnit(TileContext tile, Ports.DlaCounts dla, Ports.SelfTraffic self) {
        this.dla = dla;
        this.self = self;
        TableSizes tables = tile.machine().buffers().tables();
        usable = (1 << tables.of(Table.FENCE_ENTRIES)) - 1;
        acks = new AckCounters(tables.of(Table.ACK_COUNTERS));
        events = tile.events();
        attention = tile.attention();
        control = new ControlRegister(attention, Attention.FENCE, Attention.PING);
    }

    @Override
    public int blocked() {
        return blocked;
    }

    /** Receives after an edge which injection FIFOs the system has granted. */
    public void granted(int fifos) {
        granted = fifos;
        acks.granted = fifos;
    }

    /** Returns the granted injection FIFOs for which an entry is kept. */
    public int owed() {
        int having = 0;
        for (int rest = granted == 0 ? 0 : used; rest != 0; rest &= rest - 1) {
            having |= 1 << fifo[Integer.numberOfTrailingZeros(rest)];
        }
        return ServiceOrder.owed(granted, having, usable);
    }

    /** Returns the number of free entries. */
    public int vacant() {
        return Integer.bitCount(usable & ~used);
    }

    @Override
    public int armable(int fences, ServiceOrder order) {
        return order.share(fences, owed(), vacant());
    }

    @Override
    public int grant(boolean valid0, boolean valid1) {
        if (used == usable) {
            return -1;
        }
        if (valid0 && valid1) {
            return favourite;
        }
        return valid1 ? 1 : valid0 ? 0 : -1;
    }

    /**
     * Arms an entry (R2). The legs are fixed here, before any of them is sent. The written fields are read only when
     * the entry is in use.
     */
    @Override
    public int arm(
            int port,
            boolean fence,
            boolean toSelf,
            boolean loose,
            int injectionFifo,
            int owner,
            int operation,
            int node) {
        attention.stir(Attention.FENCE);
        boolean everUsed = dla.everUsed();
        boolean quiet = toSelf && !self.outstanding() && dla.enqueued() == dla.dequeued();
        boolean noLegs = quiet || fence && !everUsed && !loose;
        int entry = Integer.numberOfTrailingZeros(~used);
        armed = port;
        armEntry = entry;
        armLegs = noLegs ? 0 : everUsed ? 2 : 1;
        armCounters = toSelf ? 0 : acks.seal(node);
        waits[entry] = armCounters;
        isFence[entry] = fence;
        fifo[entry] = injectionFifo;
        task[entry] = owner;
        tag[entry] = operation;
        target[entry] = node;
        snapshot[entry] = dla.enqueued();
        return noLegs ? -1 : entry;
    }

    @Override
    public int counters(int fifos, int[] targets, ServiceOrder order) {
        return acks.ready(fifos, targets, order);
    }

    @Override
    public int count(int injectionFifo, int owner, int node) {
        attention.stir(Attention.FENCE);
        int counter = acks.take(injectionFifo, owner, node);
        return counter | acks.generation[counter] << GENERATION_SHIFT;
    }

    @Override
    public void acked(int counter, int generation, boolean epoch) {
        attention.stir(Attention.FENCE);
        acked = counter;
        acks.acked(counter, generation, epoch);
    }

    @Override
    public void pong(int entry) {
        attention.stir(Attention.FENCE);
        pong = entry < ENTRIES ? 1 << entry : 0;
    }

    @Override
    public void refused(int owner) {
        attention.stir(Attention.FENCE);
        refusal = owner;
    }

    public void step() {
        reaches = isReached();
        due = reached != 0 || reaches;
    }

    /** Returns whether the requests of one more DLA leg have left the DLA, by counts modulo 2^16 (R4). */
    private boolean isReached() {
        int next = ring[ringHead + reached & LAST];
        return ringCount != reached && (dla.dequeued() - snapshot[next] & BEHIND) == 0;
    }

    public void edge(long t) {
        if (!attention.has(Attention.FENCE)) {
            return;
        }
        if (refusal != NONE) {
            countRefusal();
        }
        moveLegs();
        int complete = goHome() & ~waiting;
        if (armed >= 0) {
            accept();
        }
        complete |= countHome(acks.edge());
        complete(complete);
        tell();
        refusal = NONE;
        acked = NONE;
        armed = -1;
        pong = 0;
        due = false;
        reaches = false;
        attention.keep(Attention.FENCE, done != 0 || control.valid() || ringCount != 0);
    }

    /** Of a refused packet that is unordered, only its counter is known (R7). */
    private void countRefusal() {
        int of = acked == NONE ? 1 << refusal : acks.tasks[acked];
        Arrays.setAll(refusals, t -> Math.min(refusals[t] + (of >> t & 1), MOST_REFUSALS));
    }

    /** Loads the control register with the oldest leg of the ring at the start of the cycle. */
    private void moveLegs() {
        reached += reaches ? 1 : 0;
        if (control.isFree() && due) {
            int entry = ring[ringHead];
            long tagged = (long) entry << Header1.ENTRY_LSB | (long) tag[entry] << Header1.TAG_LSB;
            control.load(PacketType.PING, target[entry], tagged | 1L << Header1.SLOT_LSB);
            ringHead = ringHead + 1 & LAST;
            ringCount--;
            reached--;
        }
    }

    /** Handles counters that have reached 0 (R5); returns the entries that waited only for them. */
    private int countHome(int counters) {
        int home = 0;
        if (counters != 0) {
            for (int rest = waiting; rest != 0; rest &= rest - 1) {
                int entry = Integer.numberOfTrailingZeros(rest);
                waits[entry] &= ~counters;
                home |= waits[entry] == 0 ? 1 << entry : 0;
            }
            waiting &= ~home;
        }
        return home & ~(oneLeg | twoLegs);
    }

    private void complete(int entries) {
        done |= entries;
        for (int rest = entries; rest != 0; rest &= rest - 1) {
            int entry = Integer.numberOfTrailingZeros(rest);
            if (isFence[entry]) {
                blocked &= ~(1 << fifo[entry]);
            }
        }
    }

    /**
     * Handles a pong, which completes one leg of its entry (R5); returns the bit of the entry if it was the last leg,
     * otherwise 0.
     */
    private int goHome() {
        int last = pong & oneLeg;
        int first = pong & twoLegs;
        oneLeg = oneLeg & ~last | first;
        twoLegs &= ~first;
        return last;
    }

    private void accept() {
        int bit = 1 << armEntry;
        used |= bit;
        favourite = 1 - armed;
        if (armLegs == 0 && armCounters == 0) {
            done |= bit;
        } else if (isFence[armEntry]) {
            blocked |= 1 << fifo[armEntry];
        }
        if (armCounters != 0) {
            waiting |= bit;
        }
        if (armLegs == 1) {
            oneLeg |= bit;
        } else if (armLegs == 2) {
            twoLegs |= bit;
            ring[ringHead + ringCount & LAST] = armEntry;
            ringCount++;
        }
        events.emit(
                EventUnit.FENCE_ARM,
                EventKind.FLUSH_ARMED,
                tag[armEntry],
                armEntry | armLegs << LEGS_SHIFT | (long) armCounters << COUNTERS_SHIFT);
    }

    /** Sends the event of one entry that is complete (R7); the entry is free from the next cycle on. */
    private void tell() {
        if (done == 0) {
            return;
        }
        int entry = IndexSet.next(done, nextDone);
        nextDone = entry + 1 & LAST;
        done &= ~(1 << entry);
        used &= ~(1 << entry);
        long refused = (long) refusals[task[entry]] << DoneEvent.REFUSED_LSB;
        refusals[task[entry]] = 0;
        if (isFence[entry]) {
            events.emit(EventUnit.FENCE_DONE, EventKind.FENCE_DONE, tag[entry], refused);
        } else {
            events.emit(EventUnit.FENCE_DONE, EventKind.FLUSH_DONE, tag[entry], refused | entry);
        }
    }

    /** Returns whether the unit can act without an input; an entry that waits for a pong or for the DLA cannot. */
    public boolean busy() {
        return done != 0 || control.valid() || reached != 0 || isReached();
    }
}
