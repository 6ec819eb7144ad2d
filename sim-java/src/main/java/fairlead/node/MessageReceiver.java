// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.program.Operation;
import fairlead.program.Result;

/**
 * Receives the memory FIFO messages of one node. For each arrival, in order, it loads the match word and the first
 * value from the slot, frees the slot, and gives the message to the oldest RECV that matches. A message without a
 * matching RECV is kept until one is ready.
 */
final class MessageReceiver {
    private static final int FIFOS = HwLayout.RECEPTION_FIFOS;
    private static final int SLOT = HwLayout.RECEPTION_SLOT;

    /** A message that has left its slot and has no matching RECV yet. */
    private record Kept(int origin, long match, long value) {}

    private final NodeHost host;
    private final int base;
    private final int depth;
    private final IntQueue[] arrivedSlot = new IntQueue[FIFOS];
    private final IntQueue[] arrivedFrom = new IntQueue[FIFOS];
    private final boolean[] loading = new boolean[FIFOS];
    private final long[] match = new long[FIFOS];
    private final IntQueue waiting = new IntQueue();
    private final java.util.ArrayList<Kept> kept = new java.util.ArrayList<>();

    /** @param base address of reception FIFO 0 */
    MessageReceiver(NodeHost host, int base, int depth) {
        this.host = host;
        this.base = base;
        this.depth = depth;
        for (int fifo = 0; fifo < FIFOS; fifo++) {
            arrivedSlot[fifo] = new IntQueue();
            arrivedFrom[fifo] = new IntQueue();
        }
    }

    /** @param origin rank of the sender */
    void arrived(int fifo, int slot, int origin, long cycle) {
        arrivedSlot[fifo].add(slot);
        arrivedFrom[fifo].add(origin);
        next(fifo, cycle);
    }

    private void next(int fifo, long cycle) {
        if (loading[fifo] || arrivedSlot[fifo].isEmpty()) {
            return;
        }
        loading[fifo] = true;
        int address = base + (fifo * depth + arrivedSlot[fifo].first()) * SLOT;
        host.ask(cycle, 0, HostCommand.LOAD, address, 0, 0, (event, at) -> match[fifo] = event.b());
        host.ask(cycle, 0, HostCommand.LOAD, address + 8, 0, 0, (event, at) -> loaded(fifo, event.b(), at));
    }

    private void loaded(int fifo, long value, long cycle) {
        loading[fifo] = false;
        arrivedSlot[fifo].take();
        int origin = arrivedFrom[fifo].take();
        host.command(cycle, 0, HwLayout.TileCommand.MSG_POP, fifo);
        deliver(origin, match[fifo], value, cycle);
        next(fifo, cycle);
    }

    private void deliver(int origin, long word, long value, long cycle) {
        for (int i = 0; i < waiting.size(); i++) {
            if (fits(host.run.operation(waiting.get(i)), origin, word)) {
                host.run.finished(waiting.remove(i), cycle, Result.DONE, value);
                return;
            }
        }
        kept.add(new Kept(origin, word, value));
    }

    private static boolean fits(Operation recv, int origin, long word) {
        return recv.match() == word && (recv.target() < 0 || recv.target() == origin);
    }

    /** Takes a RECV that is ready. */
    void receive(int id, long cycle) {
        Operation recv = host.run.operation(id);
        for (int i = 0; i < kept.size(); i++) {
            if (fits(recv, kept.get(i).origin(), kept.get(i).match())) {
                host.run.finished(id, cycle, Result.DONE, kept.remove(i).value());
                return;
            }
        }
        waiting.add(id);
    }

    /** Returns the number of messages that no RECV has taken. */
    int unclaimed() {
        return kept.size();
    }
}
