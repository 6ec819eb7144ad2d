// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Meant;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.RejectReason;
import fairlead.machine.FifoNumber;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;

/**
 * FIFOs of 256-bit descriptors, and the host port that fills them. A POST is decided in its own cycle and never
 * stalled: it enters, or OP_REJECTED gives the reason. If its FIFO was empty, it is at the head in the next cycle.
 */
final class InjectionFifos {
    private static final int FIFOS = HwLayout.INJECTION_FIFOS;
    private static final int WORDS = 4;

    private final Activity activity;
    private final EventPorts events;
    private final TileContext tile;
    private final MachineConfig machine;
    private final int me;
    private final int[] depths; // by FIFO
    private final int depth; // the greatest
    private final long[] words;
    private final int[] read = new int[FIFOS];
    private final int[] count = new int[FIFOS];
    final int[] packets = new int[FIFOS]; // number of full packets of the head that have been prepared
    final GetPace pace = new GetPace();

    // of a FIFO: its tasks that are gone, and how many descriptors were in it when the last of them went
    private final byte[] owners;
    private final int[] gone = new int[FIFOS];
    private final int[] behind = new int[FIFOS];
    private int dead; // FIFOs of which the head leaves without a packet
    private int reset; // tasks that TASK_RESET names in this cycle

    private boolean absent; // the command is of a unit that the structure leaves out
    private boolean enters;
    private int owner;
    private long post0;
    private long post1;
    private long post2;
    private long post3;

    InjectionFifos(TileContext tile, Activity activity) {
        this.activity = activity;
        this.tile = tile;
        events = tile.events();
        machine = tile.machine();
        me = tile.me();
        depths = machine.buffers().injections().each().stream()
                .mapToInt(Integer::intValue)
                .toArray();
        depth = machine.buffers().injection();
        words = new long[FIFOS * depth * WORDS];
        owners = new byte[FIFOS * depth];
    }

    /** Receives the POST of the next cycle to be stepped, in the name of `given`. */
    void post(int given, long w0, long w1, long w2, long w3) {
        owner = given;
        post0 = w0;
        post1 = w1;
        post2 = w2;
        post3 = w3;
    }

    /** Receives TASK_RESET in the next cycle to be stepped: what the task has in the FIFOs is not to be performed. */
    void reset(int task) {
        reset = 1 << task;
    }

    /** Returns the bit of a task that is gone, or 0. */
    private int goneIn(int fifo, int task) {
        return task < CommandBuffer.SYSTEM ? gone[fifo] & 1 << task : 0;
    }

    /** Receives the first word of a command, of the next cycle to be stepped, that no unit takes. */
    void refuse(long w0) {
        absent = true;
        post0 = w0;
    }

    /** Decides whether the POST of this cycle enters; called before the picks of the cycle. */
    void decide(EpochPort.Origin epochs) {
        if (absent) {
            absent = false;
            enters = false;
            events.emit(EventUnit.POST, EventKind.OP_REJECTED, Descriptor0.tag(post0), RejectReason.MALFORMED);
            return;
        }
        int kind = (int) Descriptor0.kind(post0);
        boolean gated = Descriptor0.epoch(post0) != 0 && kind <= OpKind.CAS;
        int index = (int) Descriptor0.index(post0);
        int reason = 0;
        if (malformed(kind)) {
            reason = RejectReason.MALFORMED;
        } else if (goneIn(FifoNumber.injection(post0), owner) != 0) {
            reason = RejectReason.GONE;
        } else if (count[FifoNumber.injection(post0)] == depths[FifoNumber.injection(post0)]) {
            reason = RejectReason.FULL;
        } else if (gated && !epochs.isOpen(index, (int) Descriptor0.target(post0))) {
            reason = RejectReason.EPOCH;
        }
        enters = reason == 0;
        if (!enters) {
            events.emit(EventUnit.POST, EventKind.OP_REJECTED, Descriptor0.tag(post0), reason);
        } else if (gated) {
            epochs.enter(
                    index, kind == OpKind.PUT, isUnordered(kind, post0) ? extra((int) Descriptor0.length(post0)) : 0);
        }
    }

    private boolean isUnordered(long kind, long word0) {
        return (kind == OpKind.PUT || kind == OpKind.GET)
                && Descriptor0.mode(word0) != 0
                && Descriptor0.target(word0) != me;
    }

    /** Returns the number of packets of a put beyond its first. */
    private static int extra(int length) {
        return length == 0 ? 0 : (length - 1) / HwLayout.MAX_PAYLOAD;
    }

    private boolean malformed(int kind) {
        return kind > OpKind.FENCE
                || hasStrays(kind)
                || (Descriptor0.mode(post0) & machine.routing().barredModes()) != 0 && kind != OpKind.FENCE
                || !tile.isLegal(post0, post1, false)
                || !TileContext.hasFifos(post0, post1);
    }

    private boolean hasStrays(int kind) {
        return (post0 & ~Meant.post(kind, 0)
                        | post1 & ~Meant.post(kind, 1)
                        | post2 & ~Meant.post(kind, 2)
                        | post3 & ~Meant.post(kind, 3))
                != 0;
    }

    /** Executes the edge after {@link #decide}. */
    void edge() {
        if (reset != 0) {
            bury();
        }
        if (!enters) {
            return;
        }
        enters = false;
        int fifo = FifoNumber.injection(post0);
        int slot = read[fifo] + count[fifo];
        if (slot >= depths[fifo]) {
            slot -= depths[fifo];
        }
        int at = (fifo * depth + slot) * WORDS;
        words[at] = post0;
        words[at + 1] = post1;
        words[at + 2] = post2;
        words[at + 3] = post3;
        owners[at / WORDS] = (byte) owner;
        count[fifo]++;
        if (count[fifo] == 1) {
            look(fifo);
        }
    }

    private void bury() {
        for (int fifo = 0; fifo < FIFOS; fifo++) {
            if (count[fifo] != 0) {
                gone[fifo] |= reset;
                behind[fifo] = count[fifo];
                look(fifo);
            }
        }
        reset = 0;
    }

    /** A descriptor of an epoch is counted there, and one that is begun is waited for: they go on. */
    private boolean isHeadDead(int fifo) {
        long head = words[(fifo * depth + read[fifo]) * WORDS];
        boolean ofEpoch = Descriptor0.epoch(head) != 0 && Descriptor0.kind(head) <= OpKind.CAS;
        return behind[fifo] != 0
                && packets[fifo] == 0
                && !ofEpoch
                && goneIn(fifo, owners[fifo * depth + read[fifo]]) != 0;
    }

    /** Returns whether the task of the head is gone: it leaves without a packet. */
    boolean isDead(int fifo) {
        return (dead & 1 << fifo) != 0;
    }

    private void look(int fifo) {
        int bit = 1 << fifo;
        dead &= ~bit;
        activity.waiting &= ~bit;
        activity.messages &= ~bit;
        activity.fences &= ~bit;
        activity.loose &= ~bit;
        activity.gets &= ~bit;
        if (count[fifo] != 0 && isHeadDead(fifo)) {
            activity.waiting |= bit;
            dead |= bit;
        } else if (count[fifo] != 0) {
            long kind = Descriptor0.kind(word(fifo, 0));
            activity.loose |= isUnordered(kind, word(fifo, 0)) ? bit : 0;
            activity.waiting |= bit;
            activity.gets |= kind == OpKind.GET ? bit : 0;
            activity.messages |= kind == OpKind.MSG ? bit : 0;
            activity.fences |= kind >= OpKind.FLUSH ? bit : 0;
        } else {
            read[fifo] = 0; // an empty FIFO may start at any slot, and the words of slot 0 are in the cache
        }
    }

    /** Returns the task in whose name the head was posted; of the system 0. */
    int task(int fifo) {
        return owners[fifo * depth + read[fifo]] & CommandBuffer.SYSTEM - 1;
    }

    /** Returns word 0 to 3 of the head. */
    long word(int fifo, int word) {
        return words[(fifo * depth + read[fifo]) * WORDS + word];
    }

    /** Returns the packed Coord of the head's target. */
    int target(int fifo) {
        return (int) Descriptor0.target(word(fifo, 0));
    }

    /** Returns the reception FIFO of the message at the head. */
    int toFifo(int fifo) {
        return FifoNumber.reception(Descriptor1.remote(word(fifo, 1)));
    }

    /** Notes that a full packet of the head is prepared and that further packets follow. */
    void step(int fifo) {
        packets[fifo]++;
    }

    /** Removes the head, which has been prepared or armed. */
    void pop(int fifo) {
        packets[fifo] = 0;
        read[fifo] = read[fifo] + 1 == depths[fifo] ? 0 : read[fifo] + 1;
        count[fifo]--;
        if (behind[fifo] != 0 && --behind[fifo] == 0) {
            gone[fifo] = 0;
        }
        look(fifo);
    }

    /**
     * The end-to-end credits of the memory FIFOs (D8(b)). Of n credits for a target, each of its reception FIFOs has
     * one of its own, and n - 1 are common. A node prepares at most one message a cycle; if both ports could, they
     * alternate.
     */
    static final class MessageCredits {
        private static final int COMMON = (1 << HwLayout.CREDIT_BITS) - 1; // the bits above it: own credits at home
        private static final int OWN = (1 << HwLayout.RECEPTION_FIFOS) - 1 << HwLayout.CREDIT_BITS;
        private static final int NOWHERE = -1;

        private final int targets;
        private final ServiceOrder order;
        private int[] credits; // by target
        private int turn;
        private int back = NOWHERE;
        private int backFifo;
        private int preset = NOWHERE;
        private int presetValue;

        MessageCredits(Shape shape, ServiceOrder order) {
            this.order = order;
            targets = shape.coord(shape.torusNodes() - 1) + 1;
        }

        private int[] counters() {
            if (credits == null) {
                credits = new int[targets];
            }
            return credits;
        }

        private static int own(int fifo) {
            return 1 << HwLayout.CREDIT_BITS + fifo;
        }

        /** Returns those FIFOs in `messages` for which there is a credit; each leaves to older ones what they need. */
        int funded(int messages, InjectionFifos fifos) {
            if (credits == null) {
                return 0;
            }
            int funded = 0;
            for (int rest = messages; rest != 0; rest &= rest - 1) {
                int fifo = Integer.numberOfTrailingZeros(rest);
                int common = credits[fifos.target(fifo)] & COMMON;
                boolean enough = common >= HwLayout.INJECTION_FIFOS || !needsCommon(fifo, messages, fifos);
                funded |= enough || common > rivals(fifo, messages, fifos) ? 1 << fifo : 0;
            }
            return funded;
        }

        /** Returns the number of older messages to the target of a FIFO's head that need a common credit. */
        private int rivals(int fifo, int messages, InjectionFifos fifos) {
            int rivals = 0;
            for (int rest = order.older(fifo, messages); rest != 0; rest &= rest - 1) {
                int other = Integer.numberOfTrailingZeros(rest);
                boolean same = fifos.target(other) == fifos.target(fifo);
                rivals += same && needsCommon(other, messages, fifos) ? 1 : 0;
            }
            return rivals;
        }

        /** Returns whether the own credit of a message's reception FIFO is away, or left to an older message to it. */
        private boolean needsCommon(int fifo, int messages, InjectionFifos fifos) {
            int target = fifos.target(fifo);
            int to = fifos.toFifo(fifo);
            if ((credits[target] & own(to)) == 0) {
                return true;
            }
            for (int rest = order.older(fifo, messages); rest != 0; rest &= rest - 1) {
                int other = Integer.numberOfTrailingZeros(rest);
                if (fifos.target(other) == target && fifos.toFifo(other) == to) {
                    return true;
                }
            }
            return false;
        }

        /**
         * Returns the messages that may be prepared in this cycle, all of one port.
         *
         * @param funded FIFOs with a message and a credit
         * @param second FIFOs of port 1
         * @param can0 true if port 0 can prepare a packet in this cycle
         * @param can1 true if port 1 can prepare a packet in this cycle
         */
        int offer(int funded, int second, boolean can0, boolean can1) {
            int of0 = can0 ? funded & ~second : 0;
            int of1 = can1 ? funded & second : 0;
            return of0 != 0 && (turn == 0 || of1 == 0) ? of0 : of1;
        }

        void take(int port, int target, int fifo) {
            turn = 1 - port;
            credits[target] -= (credits[target] & own(fifo)) != 0 ? own(fifo) : 1;
        }

        void giveBack(int target, int fifo) {
            back = target;
            backFifo = fifo;
        }

        /**
         * Handles MSG_CREDIT of the next cycle to be stepped; a number of credits that the counter cannot hold is
         * ignored.
         */
        void preset(long target, long value) {
            if (Long.compareUnsigned(value, COMMON) <= 0) {
                preset = (int) target & (1 << HwLayout.Coord.WIDTH) - 1;
                presetValue = value == 0 ? 0 : OWN | (int) value - 1;
            }
        }

        /** Executes the edge, after a take. A preset overrides other changes of its target. */
        void edge() {
            if (back != NOWHERE) {
                int had = counters()[back];
                boolean full = (had & COMMON) == COMMON;
                credits[back] += (had & own(backFifo)) == 0 ? own(backFifo) : full ? 0 : 1;
                back = NOWHERE;
            }
            if (preset != NOWHERE) {
                if (preset < targets) {
                    counters()[preset] = presetValue;
                }
                preset = NOWHERE;
            }
        }
    }
}
