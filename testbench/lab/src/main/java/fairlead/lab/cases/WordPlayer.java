// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Gives words to an engine, those of each task in order and with their gaps, and what software does about events. It is
 * causal like the executor (a node reacts to an event of cycle c in cycle c + software latency), so its commands do not
 * depend on where batches end.
 *
 * <p>A word waits only where the RTL asserts a rule of its caller: a task joins a barrier again only after its release,
 * and a get takes a byte counter that no other get uses. If `closed` is set, a descriptor also waits for a place in its
 * FIFO; otherwise the host port may reject it. Before the first word, every byte counter that puts name is set to the
 * sum of their bytes, and every end-to-end credit counter that messages use is set to a share of the target's reception
 * FIFO. A share may be 0; then the message stays in its FIFO.
 */
final class WordPlayer {
    /** The first byte counter for puts; the counters below are for gets. */
    static final int PUT_COUNTERS = HwLayout.COUNTERS * 3 / 4;
    /** The `w3` of an epoch command that does not wait for the answer to the previous command. */
    static final int HASTY = 1;

    private static final int MOST_CREDITS = 511;

    private final Engine engine;
    private final MachineConfig machine;
    private final List<Word> words;
    private final CommandBuffer commands = new CommandBuffer();
    private final WordNode[] nodes;

    /** @param counts whether the performance counters are used: switched on, read, stopped and cleared meanwhile */
    WordPlayer(Engine engine, List<Word> words, boolean closed, boolean counts) {
        this.engine = engine;
        this.words = words;
        machine = engine.config();
        nodes = new WordNode[machine.nodes()];
        Arrays.setAll(nodes, node -> new WordNode(machine, commands, node, closed));
        for (WordNode node : counts ? nodes : new WordNode[0]) {
            node.useCounters();
        }
        int most = 0;
        int[] starts = starts();
        for (int commandsOfNode : starts) {
            most = Math.max(most, commandsOfNode);
        }
        for (WordNode node : nodes) {
            Arrays.fill(node.last, most);
        }
        for (Word word : words) {
            if (word.task() >= nodes[word.node()].streams.size()) {
                throw new IllegalArgumentException("a word of task " + word.task() + " on node " + word.node());
            }
            nodes[word.node()].streams.get(word.task()).add(word);
            nodes[word.node()].usesDevice |= WordDraw.isOfDevice(word.op());
        }
    }

    /** Sets the counters and credits that the words use. Returns the number of these commands of each node. */
    private int[] starts() {
        TreeMap<Integer, TreeMap<Integer, Long>> counters = new TreeMap<>(); // by node and counter
        TreeMap<Integer, TreeSet<Integer>> senders = new TreeMap<>(); // by target
        for (Word word : words) {
            if (word.isDescriptor() && machine.shape().isOnTorusAt(word.coord())) {
                int target = machine.shape().rankOfCoord(word.coord());
                if (word.countsDown()) {
                    counters.computeIfAbsent(target, t -> new TreeMap<>())
                            .merge((int) Descriptor1.ctr(word.w1()), Descriptor0.length(word.w0()), Long::sum);
                } else if (word.isPost() && word.isOf(OpKind.MSG)) {
                    senders.computeIfAbsent(target, t -> new TreeSet<>()).add(word.node());
                }
            }
        }
        int[] count = new int[nodes.length];
        counters.forEach((node, values) -> values.forEach((counter, value) -> {
            count[node]++;
            nodes[node].command(0, 0, TileCommand.COUNTER_SET, counter, value, 0, 0);
        }));
        senders.forEach((target, origins) -> {
            int rest = machine.buffers().receptions().least();
            int left = origins.size();
            for (int origin : origins) {
                int share = Math.min(MOST_CREDITS, (rest + left - 1) / left);
                rest -= share;
                left--;
                count[origin]++;
                nodes[origin].command(
                        0, 0, TileCommand.MSG_CREDIT, machine.shape().coord(target), share, 0, 0);
            }
        });
        return count;
    }

    /** Runs until nothing can happen any more, the engine fails, or cycle `maxCycles` is reached. */
    StopReason run(long maxCycles, int quantum) {
        for (WordNode node : nodes) {
            for (int task = 0; task < node.streams.size(); task++) {
                node.pump(task, 0);
            }
        }
        int latency = machine.latency().software();
        while (true) {
            engine.submit(commands);
            commands.clear();
            StopReason stop = engine.run(Math.min(engine.cycle() + quantum, maxCycles));
            EventCursor events = engine.events();
            while (events.next()) {
                react(nodes[events.node()], events, events.cycle() + latency);
            }
            boolean over = stop == StopReason.IDLE && commands.count() == 0;
            if (over || stop == StopReason.FAILED || engine.cycle() >= maxCycles) {
                return stop;
            }
        }
    }

    private void react(WordNode node, EventCursor e, long now) {
        switch (e.kind()) {
            case EventKind.OP_ISSUED -> node.left((int) Descriptor0.tag(e.a()));
            case EventKind.OP_REJECTED -> {
                node.left((int) OpEvent.tag(e.a()));
                node.over((int) OpEvent.tag(e.a()));
            }
            case EventKind.OP_DONE, EventKind.OP_REFUSED -> node.over((int) OpEvent.tag(e.a()));
            case EventKind.DLA_GRANTED,
                    EventKind.DLA_DENIED,
                    EventKind.DLA_ENDED,
                    EventKind.DLA_MARKED,
                    EventKind.DLA_MERGED -> node.creditTaken(now);
            case EventKind.DLA_DISCARDED, EventKind.DLA_PURGED -> node.over((int) DlaTagEvent.tag(e.a()));
            case EventKind.MSG_ARRIVED -> {
                boolean atOnce = node.mixed(e.b()) == 0; // the choice depends on the tag only
                node.soon(atOnce, now, TileCommand.MSG_POP, MessageEvent.fifo(e.a()));
            }
            case EventKind.BARRIER_RELEASED -> node.released(e.a());
            case EventKind.EPOCH_OPENED -> node.epochs[(int) e.a()] = WordNode.EpochUse.OPEN;
            case EventKind.EPOCH_DENIED, EventKind.EPOCH_ENDED -> node.epochs[(int) e.a()] = WordNode.EpochUse.NONE;
            case EventKind.EPOCH_ERROR -> node.epochError((int) e.a(), (int) e.b());
            case EventKind.TREE_ARRIVED -> node.treeArrived(e.a(), now);
            case EventKind.TREE_HEAD -> node.treeHead(e.a(), now);
            default -> {
                return;
            }
        }
        node.retry(now);
    }
}
