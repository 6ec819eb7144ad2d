// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveOp;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The calls of one node's software on the collective network, one after the other on each class route, and those of
 * different class routes at once. A call that starts in cycle c with n cycles per word loads word i in cycle c + i n.
 * When software has all words of a packet, it gives the packet, as long as it has taken the results of all but one
 * before; an injection FIFO holds two packets of any length, so none is ever refused. When a result has arrived,
 * software reads it, and stores each word when it has read it. The call is done when software has learnt of the last
 * store, or of the last word if it keeps none.
 */
final class TreeCalls {
    private static final int PACKET_WORDS = HwLayout.TREE_PAYLOAD / Long.BYTES;
    private static final int FLIT_WORDS = HwLayout.FLIT_BYTES / Long.BYTES;
    private static final int OPERAND_BYTES = 4; // bytes of an operand of size 0
    private static final int TAG_BITS = 20; // number of tag bits for the number of the packet
    private static final int NO_CHANNEL = 7; // a number that is no channel: TREE_READ answers TREE_EMPTY

    private static final int[] CODES = { // of the functions, in their order
        CollectiveOp.SUM, CollectiveOp.MIN, CollectiveOp.MAX, CollectiveOp.AND, CollectiveOp.OR, CollectiveOp.XOR
    };

    private static final class Call {
        private final Operation op;
        private final long[] own;
        private final int packets;
        private int loaded;
        private int given; // number of packets given to the network
        private int taken; // number of packets that the network has not refused, if the call is paced
        private boolean paced;
        private boolean refused; // whether the network has refused the packet given last
        private int arrived; // number of packets whose result has arrived
        private int read; // number of packets whose result has been read
        private int next; // index of the result word that is read next
        private int stores; // number of stores that have not finished

        Call(Operation op) {
            this.op = op;
            own = new long[Math.max(1, op.length() / Long.BYTES)]; // a barrier contributes one word, which is 0
            packets = (own.length + PACKET_WORDS - 1) / PACKET_WORDS;
        }

        private int words(int packet) {
            return Math.min(PACKET_WORDS, own.length - packet * PACKET_WORDS);
        }

        private boolean isDone() {
            boolean hasAll = !op.tree().takesPackets() || read == packets && stores == 0;
            return hasAll && (!paced || !op.tree().givesPackets() || taken == packets);
        }
    }

    private final NodeHost host;
    private final int window; // greatest number of packets that may be given before their results are read
    private final List<ArrayDeque<Call>> calls = new ArrayList<>(); // by class route; the first one is on the network
    private final ArrayDeque<Call> asked = new ArrayDeque<>(); // paced calls whose last packet has no answer yet
    private final BitSet broadcasts = new BitSet(); // class routes of which this node receives broadcasts
    private final BitSet filled = new BitSet(); // class routes whose injection FIFO may hold packets of earlier calls
    private final int[] early = new int[HwLayout.CLASS_ROUTES]; // packets of broadcasts that no call has awaited yet
    private Call reading; // call whose result is being read, or null

    TreeCalls(NodeHost host, int injection) {
        this.host = host;
        window = Math.min(injection, HwLayout.TREE_FIFO_FLITS / HwLayout.TREE_PACKET_FLITS);
        for (int route = 0; route < HwLayout.CLASS_ROUTES; route++) {
            calls.add(new ArrayDeque<>());
        }
    }

    private ArrayDeque<Call> queue(Operation op) {
        return calls.get(op.classRoute());
    }

    void expect(Operation op) {
        if (op.kind() == OpKind.TREE && !op.tree().givesPackets()) {
            broadcasts.set(op.classRoute());
        }
    }

    void start(Operation op, long cycle) {
        host.run.entered(op, cycle);
        queue(op).add(new Call(op));
        if (queue(op).size() == 1) {
            begin(queue(op).peek(), cycle);
        }
    }

    private void begin(Call call, long cycle) {
        Operation op = call.op;
        call.paced = !op.tree().takesPackets() || filled.get(op.classRoute());
        if (!op.tree().givesPackets()) {
            for (; early[op.classRoute()] > 0 && call.arrived < call.packets; early[op.classRoute()]--) {
                read(call, cycle);
            }
            return;
        }
        if (!op.tree().gives() || op.length() == 0) {
            call.loaded = call.own.length;
            give(call, cycle);
            return;
        }
        for (int i = 0; i < call.own.length; i++) {
            int word = i;
            access(op, cycle + word * op.cycles(), HostCommand.LOAD, word, 0, (event, at) -> {
                call.own[word] = event.b();
                call.loaded++;
                give(call, at);
            });
        }
    }

    private void access(Operation op, long cycle, int command, int word, long value, NodeHost.Answer answer) {
        host.ask(cycle, op.task(), command, op.local() + word * Long.BYTES, value, 0, answer);
    }

    private void give(Call call, long cycle) {
        while (call.given < call.packets && mayGive(call)) {
            int first = call.given * PACKET_WORDS;
            int words = call.words(call.given);
            if (call.loaded < first + words) {
                return;
            }
            int task = call.op.task();
            long tag = call.op.operand() << TAG_BITS | call.given;
            host.command(cycle, task, TileCommand.TREE_GIVE, header(call.op, words), tag, task, 0);
            for (int word = 0; word < words; word += FLIT_WORDS) {
                long high = word + 1 < words ? call.own[first + word + 1] : 0;
                host.command(cycle, task, TileCommand.TREE_BODY, call.own[first + word], high, task, 0);
            }
            call.given++;
            if (call.paced) {
                asked.add(call);
                host.command(cycle, task, TileCommand.TREE_READ, NO_CHANNEL);
            }
        }
    }

    /**
     * Returns whether another packet may be given. A call that takes no results cannot know when its packets have left
     * the injection FIFO, and neither can the next call of the class route: it gives one packet after the other.
     */
    private boolean mayGive(Call call) {
        return call.op.tree().givesPackets()
                && (!call.op.tree().takesPackets() || call.given - call.read < window)
                && (!call.paced || call.given == call.taken);
    }

    private void accepted(long cycle) {
        Call call = asked.poll();
        if (call.refused) {
            call.refused = false;
            call.given--;
        } else {
            call.taken++;
        }
        give(call, cycle);
        end(call, cycle);
    }

    private static long header(Operation op, int words) {
        boolean wide = op.element().bytes() > OPERAND_BYTES;
        return (long) op.tree().mode() << CollectiveHeader.MODE_LSB
                | (long) op.classRoute() << CollectiveHeader.ROUTE_LSB
                | (long) CODES[op.function().ordinal()] << CollectiveHeader.OP_LSB
                | (wide ? 1L : 0) << CollectiveHeader.SIZE_LSB
                | (op.element().isSigned() ? 1L : 0) << CollectiveHeader.IS_SIGNED_LSB
                | (long) words * Long.BYTES << CollectiveHeader.LENGTH_LSB;
    }

    void react(EventCursor event, long cycle) {
        int kind = event.kind();
        if (kind == EventKind.TREE_HEAD) {
            reading = calls.get(Nonsense.index(CollectiveHeader.route(event.a()), calls.size(), "class route"))
                    .peek();
        }
        boolean reads = kind == EventKind.TREE_HEAD || kind == EventKind.TREE_DATA;
        if (kind == EventKind.TREE_ARRIVED) {
            arrived(event.a(), cycle);
        } else if (reads ? reading == null : asked.isEmpty()) {
            Operation op = reading == null ? null : reading.op;
            host.run.complain(op, cycle, "node " + host.node + ": " + EventKind.name(kind) + " without a cause");
        } else if (kind == EventKind.TREE_HEAD) {
            head(reading, event.a(), event.b(), cycle);
        } else if (kind == EventKind.TREE_DATA) {
            data(reading, event, cycle);
        } else if (kind == EventKind.TREE_REFUSED) {
            asked.peek().refused = true;
        } else {
            accepted(cycle);
        }
    }

    private void data(Call call, EventCursor event, long cycle) {
        keep(call, event.a(), cycle);
        keep(call, event.b(), cycle);
        if (call.next == Math.min(call.own.length, (call.read + 1) * PACKET_WORDS)) {
            call.read++;
            reading = null;
            give(call, cycle);
        }
        end(call, cycle);
    }

    /** Reads the packets that have come, one whole packet after the other: their flits name no channel. */
    private void arrived(long channels, long cycle) {
        for (long left = channels; left != 0; left &= left - 1) {
            int route = Long.numberOfTrailingZeros(left);
            Call call = route < calls.size() ? calls.get(route).peek() : null;
            boolean awaited = call != null && call.op.tree().takesPackets() && call.arrived < call.packets;
            if (!awaited && broadcasts.get(route)) {
                early[route]++;
            } else if (call == null) {
                host.run.complain(null, cycle, "node " + host.node + ": a packet that no call expects");
            } else {
                read(call, cycle);
            }
        }
    }

    private void read(Call call, long cycle) {
        int words = call.words(call.arrived++);
        for (int flit = 0; flit <= (words + FLIT_WORDS - 1) / FLIT_WORDS; flit++) {
            host.command(cycle, call.op.task(), TileCommand.TREE_READ, call.op.classRoute());
        }
    }

    private void head(Call call, long header, long tag, long cycle) {
        long wanted = call.op.operand() << TAG_BITS | call.read;
        if (CollectiveHeader.mixed(header) != 0 || tag != wanted) {
            host.run.complain(call.op, cycle, "node " + host.node + ": a result of different calls");
        }
    }

    private void keep(Call call, long value, long cycle) {
        if (call.next == call.own.length) {
            return; // the second half of the last flit is unused
        }
        int word = call.next++;
        if (call.op.tree().keeps() && call.op.length() > 0) {
            call.stores++;
            access(call.op, cycle, HostCommand.STORE, word, value, (event, at) -> {
                call.stores--;
                end(call, at);
            });
        }
    }

    private void end(Call call, long cycle) {
        ArrayDeque<Call> queue = queue(call.op);
        if (call.isDone() && queue.peek() == call) {
            queue.poll();
            if (call.op.tree().givesPackets()) {
                filled.set(call.op.classRoute(), !call.op.tree().takesPackets());
            }
            host.run.finished(call.op, cycle, Result.DONE, 0);
            if (!queue.isEmpty()) {
                begin(queue.peek(), cycle);
            }
        }
    }
}
