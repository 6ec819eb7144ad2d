// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.CounterBytes;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EpochState;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.GuardEvent;
import fairlead.hw.HwLayout.GuardReason;
import fairlead.hw.HwLayout.HostResource;
import fairlead.hw.HwLayout.Meant;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.ResourceKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.FifoNumber;
import fairlead.machine.OptionalUnit;
import java.util.Arrays;

/**
 * Decides which commands of the host reach the units of a node: the twin of the RTL's HostGuard. It stands before the
 * event ports of the tile, because an event tells that something has come back. Spec: docs/spec/host-guard.md
 */
public final class HostGuard implements EventPorts {
    private static final int NOTHING = -1;
    private static final byte FREE = -1;
    private static final int OWNER = (1 << HwLayout.OWNER_BITS) - 1;
    private static final int CHANNEL = 15;
    private static final int PROCESSORS = HwLayout.TREE_PROCESSORS;

    private final EventPorts events;
    private static final int LANES = ResourceKind.RECEPTION + 1; // injection FIFOs, by their place in `first`

    private final int[] first = new int[LANES + 2]; // of each ResourceKind in `owners`
    private final byte[] owners;
    private final boolean[] granted; // by place: its owner keeps it until TASK_RESET
    private int lanes; // mask of the injection FIFOs that are granted
    private int regions; // mask of the tasks within a region of fences
    private boolean strict; // fences need one
    private int announced; // the counter that the last command took, or NOTHING
    private int popped; // the reception FIFO that it took, or NOTHING

    // what reaches the units in place of TASK_RESET
    private int op;
    private long word;

    // answer of this cycle
    private int answer = NOTHING; // an EventKind
    private long a;
    private long b;

    public HostGuard(EventPorts events) {
        this.events = events;
        int channels = OptionalUnit.DLA.isHere() ? HwLayout.Product.DLA_CHANNELS : 0;
        int[] most = {
            channels, HwLayout.ORIGIN_EPOCHS, HwLayout.COUNTERS, HwLayout.RECEPTION_FIFOS, HwLayout.INJECTION_FIFOS
        };
        for (int kind = 0; kind < most.length; kind++) {
            first[kind + 1] = first[kind] + most[kind];
        }
        owners = new byte[first[most.length]];
        Arrays.fill(owners, FREE);
        granted = new boolean[owners.length];
    }

    /** Returns the place of a thing in `owners`, or NOTHING if there is none of this number. */
    private int place(int kind, long number) {
        if (kind > ResourceKind.RECEPTION && kind != ResourceKind.INJECTION) {
            return NOTHING;
        }
        int at = Math.min(kind, LANES);
        return number >= 0 && number < first[at + 1] - first[at] ? first[at] + (int) number : NOTHING;
    }

    private int channel(int code, long w0, long w3) {
        return switch (code) {
            case TileCommand.DLA_REQUEST, TileCommand.DLA_DATA -> place(ResourceKind.CHANNEL, w3 & CHANNEL);
            case TileCommand.DLA_ALLOC,
                    TileCommand.DLA_END,
                    TileCommand.DLA_RELEASE,
                    TileCommand.DLA_MARK,
                    TileCommand.DLA_CLEAR -> place(ResourceKind.CHANNEL, DlaCommand.channel(w0));
            default -> NOTHING;
        };
    }

    private int epoch(int code, long w0) {
        return switch (code) {
            case TileCommand.EPOCH_OPEN, TileCommand.EPOCH_CLOSE -> epoch(EpochCommand.index(w0));
            case TileCommand.POST -> Descriptor0.epoch(w0) != 0 ? epoch(Descriptor0.index(w0)) : NOTHING;
            default -> NOTHING;
        };
    }

    private int epoch(long index) {
        return place(ResourceKind.EPOCH, index & HwLayout.ORIGIN_EPOCHS - 1);
    }

    private int counter(int code, long w0, long w1) {
        return switch (code) {
            case TileCommand.COUNTER_SET, TileCommand.COUNTER_CLEAR -> place(ResourceKind.COUNTER, w0);
            case TileCommand.POST, TileCommand.DLA_REQUEST -> Descriptor0.kind(w0) == OpKind.GET
                    ? place(ResourceKind.COUNTER, Descriptor1.ctr(w1) & HwLayout.COUNTERS - 1)
                    : NOTHING;
            default -> NOTHING;
        };
    }

    /** Returns the task that the words say has given a command, or NOTHING. */
    public static int giver(int code, long w0, long w2) {
        return switch (code) {
            case TileCommand.BAR_ENTER, TileCommand.BAR_LEAVE, TileCommand.BAR_ADD, TileCommand.BAR_READ -> (int)
                    BarrierCommand.task(w0);
            case TileCommand.TREE_GIVE, TileCommand.TREE_BODY, TileCommand.TREE_ABORT -> (int) w2 & PROCESSORS - 1;
            case TileCommand.DEVICE_LOCK,
                    TileCommand.DEVICE_UNLOCK,
                    TileCommand.DEVICE_READ_HEADER,
                    TileCommand.DEVICE_DRAIN -> (int) DeviceCommand.processor(w0);
            default -> NOTHING;
        };
    }

    private static boolean isOfSystem(int code) {
        return CommandBuffer.nameFor(0, code) == CommandBuffer.SYSTEM;
    }

    private boolean isForeign(int place, int owner) {
        return place != NOTHING && owners[place] != FREE && owners[place] != owner;
    }

    /** Returns whether the owner takes the thing. */
    private boolean take(int place, int owner) {
        boolean takes = place != NOTHING && owners[place] == FREE;
        if (takes) {
            owners[place] = (byte) owner;
        }
        return takes;
    }

    private void free(int place) {
        if (place != NOTHING && !granted[place]) {
            owners[place] = FREE;
        }
    }

    /** Returns whether a command reaches its unit; at most one a cycle. */
    public boolean admits(int given, int code, long w0, long w1, long w2, long w3) {
        int owner = given & OWNER;
        boolean system = (owner & CommandBuffer.SYSTEM) != 0;
        op = code;
        word = w0;
        announced = NOTHING;
        if (Meant.strays(code, w0, w1, w2, w3) && !OptionalUnit.isOfAbsent(code)) {
            return refuse(owner, GuardReason.MALFORMED);
        }
        if (!system && isOfSystem(code)) {
            return refuse(owner, GuardReason.PRIVILEGED);
        }
        if (code == TileCommand.TASK_RESET) {
            return reset(w0);
        }
        if (code == TileCommand.TASK_GRANT) {
            return grant(w0);
        }
        int giver = giver(code, w0, w2);
        if (!system && giver != NOTHING && giver != owner) {
            return refuse(owner, GuardReason.FORGED);
        }
        int channel = channel(code, w0, w3);
        int epoch = epoch(code, w0);
        int counter = counter(code, w0, w1);
        int fifo = code == TileCommand.MSG_POP ? place(ResourceKind.RECEPTION, w0) : NOTHING;
        boolean foreign = isForeign(channel, owner) || isForeign(epoch, owner);
        int lane = code == TileCommand.POST ? place(ResourceKind.INJECTION, FifoNumber.injection(w0)) : NOTHING;
        foreign |= isForeign(fifo, owner) || isForeign(lane, owner);
        if (!system && (foreign || isForeign(counter, owner))) {
            return refuse(owner, GuardReason.OWNED);
        }
        if (!system && isOutside(code, w0, owner)) {
            return refuse(owner, GuardReason.REGION);
        }
        if (code == TileCommand.FENCE_REGION) {
            return region(w0 != 0, system, 1 << owner);
        }
        take(channel, owner);
        popped = take(fifo, owner) ? fifo : NOTHING;
        if (code == TileCommand.EPOCH_OPEN) {
            take(epoch, owner);
        } else if (code == TileCommand.COUNTER_SET && CounterBytes.bytes(w1) != 0) {
            announced = take(counter, owner) ? counter : NOTHING;
        } else if (code == TileCommand.COUNTER_CLEAR) {
            free(counter);
        }
        return true;
    }

    /** Refuses the command that was admitted last: a MSG_POP that found no message. */
    public void empty(int given) {
        free(popped);
        refuse(given & OWNER, GuardReason.EMPTY);
    }

    private boolean refuse(int owner, int reason) {
        answer(EventKind.COMMAND_REFUSED, reason, owner);
        b = word;
        return false;
    }

    private void answer(int kind, int reason, long task) {
        answer = kind;
        a = (long) reason << GuardEvent.REASON_LSB | task << GuardEvent.TASK_LSB | (long) op << GuardEvent.COMMAND_LSB;
    }

    /** Executes TASK_GRANT of the system: something free is the task's. */
    private boolean grant(long resource) {
        int kind = (int) HostResource.kind(resource);
        long number = HostResource.number(resource);
        int place = place(kind, number);
        long task = HostResource.task(resource);
        if (kind == ResourceKind.TREE) {
            boolean named = isNamed(kind, number, task) && number <= HwLayout.CLASS_ROUTES;
            answer(EventKind.TASK_RETURNS, 0, task);
            b = named ? 1 : 0;
            op = TileCommand.TREE_ABORT;
            word = CollectiveInjector.TAKES | number;
            return named && !OptionalUnit.isOfAbsent(op);
        }
        boolean grants = place != NOTHING && (owners[place] == FREE || owners[place] == task);
        answer(EventKind.TASK_RETURNS, 0, task);
        b = grants ? 1 : 0;
        if (grants) {
            owners[place] = (byte) task;
            granted[place] = true;
            lanes |= kind == ResourceKind.INJECTION ? 1 << number : 0;
        }
        return false;
    }

    /** Returns whether a task begins a region within one, or ends one or gives a fence without one. */
    private boolean isOutside(int code, long w0, int owner) {
        boolean inside = (regions >> owner & 1) != 0;
        long kind = Descriptor0.kind(w0);
        boolean fences = code == TileCommand.POST && kind >= OpKind.FLUSH && kind <= OpKind.FENCE;
        return code == TileCommand.FENCE_REGION ? w0 != 0 == inside : strict && fences && !inside;
    }

    private boolean region(boolean begins, boolean system, int bit) {
        if (system) {
            strict = begins;
        } else {
            regions = begins ? regions | bit : regions & ~bit;
        }
        return false;
    }

    /** Executes TASK_RESET of the system: what the task has goes back by the command of its unit. */
    private boolean reset(long resource) {
        int kind = (int) HostResource.kind(resource);
        long number = HostResource.number(resource);
        int place = place(kind, number);
        long task = HostResource.task(resource);
        boolean owns = place != NOTHING && owners[place] == task;
        boolean has = owns || isNamed(kind, number, task);
        answer(EventKind.TASK_RETURNS, 0, task);
        b = has ? 1 : 0;
        if (owns) {
            granted[place] = false;
        }
        switch (kind) {
            case ResourceKind.CHANNEL -> {
                op = TileCommand.DLA_CLEAR;
                word = number << DlaCommand.CHANNEL_LSB | 1L << DlaCommand.DEALLOC_LSB;
            }
            case ResourceKind.EPOCH -> {
                op = TileCommand.EPOCH_CLOSE;
                word = number << EpochCommand.INDEX_LSB;
            }
            case ResourceKind.COUNTER -> {
                op = TileCommand.COUNTER_CLEAR;
                word = number;
                free(owns ? place : NOTHING);
            }
            case ResourceKind.DEVICE -> {
                op = TileCommand.DEVICE_UNLOCK;
                word = task << DeviceCommand.PROCESSOR_LSB;
            }
            case ResourceKind.TREE -> {
                op = TileCommand.TREE_ABORT;
                word = CollectiveInjector.GIVES
                        | (number > HwLayout.CLASS_ROUTES ? CollectiveInjector.NO_CHANNEL : number);
            }
            case ResourceKind.INJECTION -> {
                regions &= has ? ~(1 << task) : -1;
                free(owns ? place : NOTHING);
                lanes &= owns ? ~(1 << number) : -1;
            }
            case ResourceKind.BARRIER -> {
                op = TileCommand.BAR_LEAVE;
                word = task | number << BarrierCommand.BARRIER_LSB;
            }
            default -> free(owns ? place : NOTHING);
        }
        return has && kind != ResourceKind.RECEPTION;
    }

    /** Returns whether the words of a unit that keeps its own owners can name the task. */
    private static boolean isNamed(int kind, long number, long task) {
        return switch (kind) {
            case ResourceKind.DEVICE -> task <= DeviceCommand.PROCESSOR_MASK;
            case ResourceKind.TREE -> task < PROCESSORS;
            case ResourceKind.INJECTION -> task < CommandBuffer.SYSTEM;
            case ResourceKind.BARRIER -> task < CommandBuffer.SYSTEM && number <= BarrierCommand.BARRIER_MASK;
            default -> false;
        };
    }

    /** Returns the op code of the command that was admitted last: what TASK_RESET has become, or itself. */
    public int op() {
        return op;
    }

    /** Returns the first word of the command that was admitted last. */
    public long word() {
        return word;
    }

    @Override
    public void emit(int unit, int kind, long word0, long word1) {
        switch (kind) {
            case EventKind.DLA_CLEARED -> free(place(ResourceKind.CHANNEL, word0));
            case EventKind.EPOCH_ENDED, EventKind.EPOCH_DENIED -> free(epoch(word0));
            case EventKind.EPOCH_ERROR -> {
                if (word1 == EpochState.NONE || word1 == EpochState.NO_TARGET) {
                    free(epoch(word0));
                }
            }
            case EventKind.COUNTER_ZERO -> free(place(ResourceKind.COUNTER, word0));
            case EventKind.COUNTER_REFUSED -> free(announced);
            default -> {}
        }
        events.emit(unit, kind, word0, word1);
    }

    /** Returns the mask of the injection FIFOs that are granted. */
    public int lanes() {
        return lanes;
    }

    /** Executes the edge of a cycle: the answer of its command. */
    public void edge() {
        if (answer != NOTHING) {
            events.emit(EventUnit.GUARD, answer, a, b);
            answer = NOTHING;
        }
    }
}
