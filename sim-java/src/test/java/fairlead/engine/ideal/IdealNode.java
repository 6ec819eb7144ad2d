// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.ideal;

import fairlead.engine.api.MachineConfig;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;

/** NIC of one node, without timing of its own: a descriptor a cycle and FIFO, transfers whole, responses in order. */
final class IdealNode {
    private static final int FIFOS = HwLayout.INJECTION_FIFOS;

    private final IdealEngine engine;
    private final MachineConfig config;
    private final int number;
    private final IdealMemory memory;
    private final IdealEpochs epochs;
    private final IdealDla dla;
    private final List<ArrayDeque<long[]>> fifos =
            List.of(new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>());
    private final long[] counters = new long[HwLayout.COUNTERS];
    private final int[] credits;
    private final List<ArrayDeque<Integer>> reception =
            List.of(new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>());
    private final int[] nextSlot = new int[HwLayout.RECEPTION_FIFOS];
    private int joined;

    IdealNode(final IdealEngine engine, final int number, final int epochEntries, final int drainInterval) {
        this.engine = engine;
        this.number = number;
        config = engine.config();
        memory = new IdealMemory(this, config.memoryBytes());
        epochs = new IdealEpochs(this, epochEntries);
        dla = new IdealDla(this, config.dla(), drainInterval);
        credits = new int[config.nodes()];
        Arrays.fill(counters, -1);
    }

    int number() {
        return number;
    }

    IdealMemory memory() {
        return memory;
    }

    IdealEpochs epochs() {
        return epochs;
    }

    IdealDla dla() {
        return dla;
    }

    IdealNode peer(final int rank) {
        return engine.node(rank);
    }

    int rank(final int coord) {
        return config.shape().rankOfCoord(coord);
    }

    int coord(final int rank) {
        return config.shape().coord(rank);
    }

    void event(final int unit, final int kind, final long a, final long b, final long c) {
        engine.event(number, unit, kind, a, b, c);
    }

    void send(final int target, final int flits, final Runnable action) {
        engine.network().send(engine.cycle(), number, target, flits, action);
    }

    void later(final int cycles, final Runnable action) {
        engine.network().at(engine.cycle() + cycles, action);
    }

    // ---- host port

    void command(final int op, final long w0, final long w1, final long w2, final long w3) {
        switch (op) {
            case TileCommand.POST:
                post(new long[] {w0, w1, w2, w3});
                break;
            case TileCommand.COUNTER_SET:
                counters[(int) w0] = w1;
                break;
            case TileCommand.EPOCH_OPEN:
            case TileCommand.EPOCH_CLOSE:
                epochs.command(op == TileCommand.EPOCH_OPEN, w0);
                break;
            case TileCommand.BAR_ENTER:
                joined++;
                event(EventUnit.BARRIER_JOIN, EventKind.BARRIER_JOINED, HwLayout.BarrierCommand.task(w0), joined, 0);
                engine.joined();
                break;
            case TileCommand.DLA_ALLOC:
                dla.alloc(w0);
                break;
            case TileCommand.DLA_REQUEST:
                dla.request(w0, w1, (int) w3);
                break;
            case TileCommand.DLA_DATA:
                dla.data(w0, w1);
                break;
            case TileCommand.DLA_END:
                dla.end(w0);
                break;
            case TileCommand.DLA_RELEASE:
                dla.release((int) HwLayout.DlaCommand.channel(w0));
                break;
            case TileCommand.MSG_POP:
                final int origin = reception.get((int) w0).remove();
                send(origin, 1, () -> peer(origin).credits[number]++);
                break;
            case TileCommand.MSG_CREDIT:
                credits[rank((int) w0)] = (int) w1;
                break;
            default:
                throw new IllegalStateException("command " + TileCommand.name(op));
        }
    }

    private void post(final long[] words) {
        final int fifo = (int) Descriptor0.fifo(words[0]);
        final boolean inEpoch = Descriptor0.epoch(words[0]) != 0;
        if (fifos.get(fifo).size() >= config.buffers().injection()) {
            event(EventUnit.POST, EventKind.OP_REJECTED, Descriptor0.tag(words[0]), 2, 0);
        } else if (inEpoch
                && !epochs.admits((int) Descriptor0.index(words[0]), Descriptor0.kind(words[0]) == OpKind.PUT)) {
            event(EventUnit.POST, EventKind.OP_REJECTED, Descriptor0.tag(words[0]), 1, 0);
        } else {
            fifos.get(fifo).add(words);
        }
    }

    /** Whether something would issue or drain in a later cycle without an input. */
    boolean isBusy() {
        for (final ArrayDeque<long[]> fifo : fifos) {
            if (!fifo.isEmpty() && !blocked(fifo.peek())) {
                return true;
            }
        }
        return !dla.isIdle();
    }

    private boolean blocked(final long[] words) {
        return Descriptor0.kind(words[0]) == OpKind.MSG && credits[rank((int) Descriptor0.target(words[0]))] == 0;
    }

    void issue(final long cycle) {
        for (int fifo = 0; fifo < FIFOS; fifo++) {
            final ArrayDeque<long[]> queue = fifos.get(fifo);
            if (!queue.isEmpty() && !blocked(queue.peek())) {
                final long[] words = queue.remove();
                event(EventUnit.ISSUE0 + fifo % 2, EventKind.OP_ISSUED, words[0], 0, 0);
                launch(words, null);
            }
        }
        dla.drain(cycle);
    }

    void launchStored(final long word0, final long word1, final List<long[]> payload) {
        final long operand = payload.isEmpty() ? 0 : payload.get(0)[0];
        launch(new long[] {word0, word1, operand, 0}, payload);
    }

    // ---- operations

    /** @param stored payload that came through the store path, or null to read memory */
    private void launch(final long[] words, final List<long[]> stored) {
        final int target = rank((int) Descriptor0.target(words[0]));
        final long tag = Descriptor0.tag(words[0]);
        final int length = (int) Descriptor0.length(words[0]);
        final int local = (int) Descriptor1.local(words[1]);
        final boolean inEpoch = Descriptor0.epoch(words[0]) != 0;
        final int index = (int) Descriptor0.index(words[0]);
        final int entry = inEpoch ? epochs.remoteEntry(index) : -1;
        final IdealNode there = peer(target);
        switch ((int) Descriptor0.kind(words[0])) {
            case OpKind.PUT:
                later(3 + length / 16, () -> {
                    final byte[] data = stored == null ? memory.read(local, length) : IdealMemory.bytes(stored, length);
                    if (stored == null) {
                        event(EventUnit.LOCAL0, EventKind.OP_LOCAL, 0, tag << HwLayout.Header1.TAG_LSB, 0);
                    }
                    send(target, 1 + length / 16, () -> there.put(number, entry, words, data));
                });
                break;
            case OpKind.GET:
                counters[(int) Descriptor1.ctr(words[1])] = length;
                send(target, 2, () -> there.get(number, entry, words));
                break;
            case OpKind.FADD:
            case OpKind.CAS:
                send(target, 2, () -> there.atomic(number, entry, words));
                break;
            case OpKind.MSG:
                credits[target]--;
                final byte[] message = memory.read(local, length);
                event(EventUnit.LOCAL0, EventKind.OP_LOCAL, 0, tag << HwLayout.Header1.TAG_LSB, 0);
                send(target, 1 + length / 16, () -> there.message(number, words, message));
                break;
            case OpKind.FENCE:
                event(EventUnit.FENCE_DONE, EventKind.FENCE_DONE, tag, 0, 0);
                break;
            default:
                event(EventUnit.FENCE_ARM, EventKind.FLUSH_ARMED, tag, 0, 0);
                later(
                        3 + 1024,
                        () -> send(
                                target,
                                1,
                                () -> there.send(
                                        number,
                                        1,
                                        () -> event(EventUnit.FENCE_DONE, EventKind.FLUSH_DONE, tag, 0, 0))));
                break;
        }
    }

    private boolean refuses(final int origin, final int entry, final long[] words) {
        final long end = Descriptor1.remote(words[1]) + Descriptor0.length(words[0]);
        final boolean refused = end > config.memoryBytes() || !epochs.allows(origin, entry);
        if (refused) {
            final IdealNode there = peer(origin);
            send(origin, 1, () -> there.event(EventUnit.COMMIT, EventKind.OP_REFUSED, Descriptor0.tag(words[0]), 0, 0));
        }
        return refused;
    }

    private void put(final int origin, final int entry, final long[] words, final byte[] data) {
        if (refuses(origin, entry, words)) {
            return;
        }
        engine.written(origin, (int) Descriptor0.tag(words[0]), data);
        memory.write((int) Descriptor1.remote(words[1]), data, 0);
        if (entry >= 0) {
            epochs.putDone(entry);
        }
        final int counter = (int) Descriptor1.ctr(words[1]);
        if (Descriptor1.ctrValid(words[1]) != 0) {
            counters[counter] -= data.length;
            if (counters[counter] == 0) {
                event(EventUnit.COMMIT, EventKind.COUNTER_ZERO, counter, 0, 0);
            }
        }
    }

    private void get(final int origin, final int entry, final long[] words) {
        if (refuses(origin, entry, words)) {
            return;
        }
        final int length = (int) Descriptor0.length(words[0]);
        final long tag = Descriptor0.tag(words[0]);
        final IdealNode there = peer(origin);
        final byte[] data = memory.read((int) Descriptor1.remote(words[1]), length);
        send(origin, 1 + length / 16, () -> {
            engine.written(origin, (int) tag, data);
            there.memory.write((int) Descriptor1.local(words[1]), data, 1);
            there.event(
                    EventUnit.COMMIT, EventKind.OP_DONE, tag | Descriptor1.ctr(words[1]) << OpEvent.COUNTER_LSB, 0, 0);
            there.responded(words);
        });
    }

    private void responded(final long[] words) {
        if (Descriptor0.epoch(words[0]) != 0) {
            epochs.getDone((int) Descriptor0.index(words[0]));
        }
    }

    private void atomic(final int origin, final int entry, final long[] words) {
        if (refuses(origin, entry, words)) {
            return;
        }
        final int address = (int) Descriptor1.remote(words[1]);
        final long old = memory.word(address);
        final boolean writes = Descriptor0.kind(words[0]) == OpKind.FADD || old == words[3];
        if (writes) {
            memory.setWord(address, Descriptor0.kind(words[0]) == OpKind.FADD ? old + words[2] : words[2]);
        }
        final IdealNode there = peer(origin);
        send(origin, 2, () -> {
            there.event(EventUnit.COMMIT, EventKind.OP_RESULT, Descriptor0.tag(words[0]), old, 0);
            there.responded(words);
        });
    }

    private void message(final int origin, final long[] words, final byte[] data) {
        final int fifo = (int) Descriptor1.remote(words[1]) & 3;
        final int depth = config.buffers().reception();
        final int slot = nextSlot[fifo];
        if (reception.get(fifo).size() >= depth) {
            throw new IllegalStateException("reception FIFO overflow");
        }
        nextSlot[fifo] = (slot + 1) % depth;
        reception.get(fifo).add(origin);
        memory.write(config.messageBase() + (fifo * depth + slot) * HwLayout.RECEPTION_SLOT, data, 0);
        event(
                EventUnit.COMMIT,
                EventKind.MSG_ARRIVED,
                fifo
                        | slot << MessageEvent.SLOT_LSB
                        | data.length << MessageEvent.BYTES_LSB
                        | (long) coord(origin) << MessageEvent.ORIGIN_LSB,
                Descriptor0.tag(words[0]),
                0);
    }

    // ---- barrier

    boolean allJoined() {
        return joined == config.tasks(number);
    }

    void release() {
        joined = 0;
        event(EventUnit.BARRIER_RELEASE, EventKind.BARRIER_RELEASED, (1L << config.tasks(number)) - 1, 0, 0);
    }
}
