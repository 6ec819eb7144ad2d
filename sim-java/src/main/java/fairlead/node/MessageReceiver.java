// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.program.Operation;
import fairlead.program.Result;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Receives the memory FIFO messages of one node. For each arrival, in order, it loads the match word and the first
 * value from the slot, frees the slot, and gives the message to the oldest RECV that matches. A message without a
 * matching RECV is kept until one is ready.
 */
final class MessageReceiver {
    private static final int FIFOS = HwLayout.RECEPTION_FIFOS;
    private static final int SLOT = HwLayout.RECEPTION_SLOT;

    private record Arrival(int slot, int origin) {}

    /** A message that has left its slot and has no matching RECV yet. */
    private record Kept(int origin, long match, long value) {}

    private final NodeHost host;
    private final int base;
    private final int depth;
    private final List<ArrayDeque<Arrival>> arrived = new ArrayList<>(); // by FIFO; the first one is being loaded
    private final long[] match = new long[FIFOS];
    private final List<Operation> waiting = new ArrayList<>();
    private final List<Kept> kept = new ArrayList<>();

    /** @param base address of reception FIFO 0 */
    MessageReceiver(NodeHost host, int base, int depth) {
        this.host = host;
        this.base = base;
        this.depth = depth;
        for (int fifo = 0; fifo < FIFOS; fifo++) {
            arrived.add(new ArrayDeque<>());
        }
    }

    void arrived(int fifo, int slot, int origin, long cycle) {
        arrived.get(fifo).add(new Arrival(slot, origin));
        if (arrived.get(fifo).size() == 1) {
            load(fifo, cycle);
        }
    }

    private void load(int fifo, long cycle) {
        int address = base + (fifo * depth + arrived.get(fifo).peek().slot) * SLOT;
        host.ask(cycle, 0, HostCommand.LOAD, address, 0, 0, (event, at) -> match[fifo] = event.b());
        host.ask(cycle, 0, HostCommand.LOAD, address + 8, 0, 0, (event, at) -> loaded(fifo, event.b(), at));
    }

    private void loaded(int fifo, long value, long cycle) {
        int origin = arrived.get(fifo).remove().origin;
        host.command(cycle, 0, HwLayout.TileCommand.MSG_POP, fifo);
        deliver(new Kept(origin, match[fifo], value), cycle);
        if (!arrived.get(fifo).isEmpty()) {
            load(fifo, cycle);
        }
    }

    private void deliver(Kept message, long cycle) {
        for (Operation recv : waiting) {
            if (fits(recv, message)) {
                waiting.remove(recv);
                host.run.finished(recv, cycle, Result.DONE, message.value);
                return;
            }
        }
        kept.add(message);
    }

    private static boolean fits(Operation recv, Kept message) {
        return recv.match() == message.match && (recv.target() < 0 || recv.target() == message.origin);
    }

    void receive(Operation recv, long cycle) {
        for (Kept message : kept) {
            if (fits(recv, message)) {
                kept.remove(message);
                host.run.finished(recv, cycle, Result.DONE, message.value);
                return;
            }
        }
        waiting.add(recv);
    }

    /** Returns the number of messages that no RECV has taken. */
    int unclaimed() {
        return kept.size();
    }
}
