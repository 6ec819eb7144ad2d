// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.OptionalUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Draws cases at the limits of registers, which {@link CaseDraw} seldom reaches: rings of 16, memories of 2^28 bytes
 * with addresses around every power of two, lengths around packets and up to 2^20 - 1, first cycles before the wrap of
 * the stamps, depths, latencies and status thresholds at their least and most values, 16 tasks, and every counter,
 * epoch and FIFO.
 *
 * <p>A case has few operations, so that most of its cycles are skipped. Consecutive seeds take the shapes and memory
 * sizes in turn; everything else is drawn.
 */
public final class EdgeDraw {
    private static final int CONTENT = 12;
    private static final long MOST_CYCLES = 1L << 33;
    private static final int QUANTUM = 1_000_000;
    private static final int LARGE = 1 << HwLayout.ADDRESS_BITS;
    private static final int[] LENGTHS = {
        0, 1, 7, 8, 15, 16, 17, 128, 240, 241, 255, 256, 257, 271, 272, 273, 511, 512, 513, 1023, 1024, 1025, 4095, 4097
    };
    private static final int[] LONG = {
        1 << 13, (1 << 14) + 1, (1 << 15) - 1, 1 << 16, (1 << 16) + 255, (1 << 17) - 1, (1 << 17) + 1
    };
    private static final int[] FIRST = {0, 0, 1 << 14, 1 << 15, 1 << 16, 1 << 17, 1 << 20, 1 << 30, Integer.MAX_VALUE};
    private static final List<StepKind> HOST =
            List.of(StepKind.STORE, StepKind.ADD, StepKind.LOAD, StepKind.FILL, StepKind.POLL);
    private static final int MANY_WRITES = 20_000; // bytes; more packets than a memory port may have under way
    private static final int OVER = HwLayout.MAX_PAYLOAD + 1; // bytes of two packets
    private static final int LEAD = 200; // number of cycles before the wrap of the stamps

    private final Capabilities limits;
    private SplittableRandom random;
    private MachineConfig machine;
    private final List<StepDraft> drafts = new ArrayList<>();
    private int top;
    private boolean aLongOne;

    public EdgeDraw(final Capabilities limits) {
        this.limits = limits;
    }

    public Case draw(final long seed) {
        final Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("seed", seed);
        keys.put("machine", new EdgeMachine(seed, limits).draw());
        final Map<String, Object> run = new LinkedHashMap<>();
        run.put("quantum", QUANTUM);
        run.put("skip_quiescent", true);
        run.put("hops", seed % 4 == 0);
        run.put("max_cycles", MOST_CYCLES);
        keys.put("run", run);
        final String name = "edges-" + seed;
        machine = CaseFile.of(name, keys).scenario().machine();
        random = new SplittableRandom(Mix.seed(seed, CONTENT));
        drafts.clear();
        top = Case.messageBase(machine);
        aLongOne = false;
        final int first = of(FIRST) - random.nextInt(LEAD);
        for (int node = 0; node < machine.nodes(); node++) {
            final int tag = random.nextInt(1 << HwLayout.TAG_BITS);
            for (int task = 0; task < machine.tasks(node); task++) {
                add(node, task, StepKind.TIMER, Math.max(0, first)).length(task == 0 ? tag : 0);
                task(node, task);
            }
        }
        if (machine.nodes() == 2) {
            manyEpochs();
            manyMessages();
            manyGets();
            manyFlushes();
            if (machine.linkInterval() > 1) {
                manyStores(seed);
            } else {
                final int bytes = MANY_WRITES;
                add(1, 0, StepKind.PUT, 0)
                        .to(0)
                        .length(bytes)
                        .local(address(bytes))
                        .remote(address(bytes))
                        .fifo(HwLayout.INJECTION_FIFOS - 1);
            }
        }
        return CaseFile.of(name, keys, drafts.stream().map(StepDraft::step).toList(), true);
    }

    private boolean one(final int in) {
        return random.nextInt(in) == 0;
    }

    private int of(final int... values) {
        return values[random.nextInt(values.length)];
    }

    // ---- steps

    private StepDraft add(final int node, final int task, final StepKind kind, final int gap) {
        final StepDraft draft = new StepDraft(node, task, kind, gap);
        drafts.add(draft);
        return draft;
    }

    private void task(final int node, final int task) {
        final int count = machine.nodes() > 8 || machine.tasks(node) > 4 ? 3 : 10;
        for (int i = 0; i < count; i++) {
            switch (random.nextInt(10)) {
                case 0 -> epoch(node, task);
                case 1 -> add(node, task, one(2) ? StepKind.FLUSH : StepKind.FENCE, gap())
                        .to(target(node))
                        .fifo(fifo());
                case 2 -> atomic(node, task);
                case 3 -> add(node, task, StepKind.MSG, gap())
                        .to(target(node))
                        .length(of(0, 1, 16, HwLayout.MAX_PAYLOAD - 1, HwLayout.MAX_PAYLOAD))
                        .local(address(HwLayout.MAX_PAYLOAD))
                        .remote(random.nextInt(HwLayout.RECEPTION_FIFOS))
                        .fifo(fifo());
                case 4 -> store(node, task);
                case 5 -> host(node, task);
                default -> transfer(node, task, target(node), -1);
            }
        }
        if (machine.nodes() <= 8 && OptionalUnit.BARRIER.isHere()) {
            add(node, task, StepKind.BARRIER, gap());
        }
    }

    private int gap() {
        return one(8) ? random.nextInt(40_000) : random.nextInt(20);
    }

    /** Returns a target: a neighbour in rank, the node half way round, the node itself, the last node, or any node. */
    private int target(final int node) {
        final int nodes = machine.nodes();
        return switch (random.nextInt(6)) {
            case 0 -> (node + 1) % nodes;
            case 1 -> (node + nodes - 1) % nodes;
            case 2 -> (node + nodes / 2) % nodes;
            case 3 -> node;
            case 4 -> nodes - 1;
            default -> random.nextInt(nodes);
        };
    }

    private int fifo() {
        return random.nextInt(HwLayout.INJECTION_FIFOS);
    }

    /** Returns an address at a power of two (before, across or behind it) or at an end of the usable memory. */
    private int address(final int length) {
        final int most = Math.max(0, top - length);
        final int around = 1 << 4 + random.nextInt(HwLayout.ADDRESS_BITS - 3);
        final int at =
                switch (random.nextInt(6)) {
                    case 0 -> around;
                    case 1 -> around - length;
                    case 2 -> around - 1 - random.nextInt(length + 16);
                    case 3 -> most - random.nextInt(16);
                    case 4 -> random.nextInt(16);
                    default -> random.nextInt(most + 1);
                };
        return Math.max(0, Math.min(most, at));
    }

    /**
     * Returns a remote address. Outside epochs, one in 12 lies at the end of the target's memory or one byte beyond it.
     */
    private int remote(final int length, final int epoch) {
        return epoch < 0 && one(12) ? Math.min(LARGE - 1, machine.memoryBytes() - length + of(0, 1)) : address(length);
    }

    private int length() {
        if (!aLongOne && one(6)) {
            aLongOne = true;
            return machine.nodes() <= 2 && one(4) ? (1 << HwLayout.LENGTH_BITS) - 1 : of(LONG);
        }
        return of(LENGTHS);
    }

    private void transfer(final int node, final int task, final int target, final int epoch) {
        final int length = length();
        final boolean put = random.nextInt(10) < 6;
        final boolean counted = put && one(3);
        final int counter = StepNode.PUT_COUNTERS + random.nextInt(HwLayout.COUNTERS - StepNode.PUT_COUNTERS);
        add(node, task, put ? StepKind.PUT : StepKind.GET, gap())
                .to(target)
                .length(length)
                .local(address(length))
                .remote(remote(length, epoch))
                .fifo(fifo())
                .epoch(epoch)
                .counter(counted ? counter : -1);
    }

    private void atomic(final int node, final int task) {
        final StepKind kind = one(2) ? StepKind.FADD : StepKind.CAS;
        final long operand = one(2) ? random.nextLong() : of(0, 1, -1);
        add(node, task, kind, gap())
                .to(target(node))
                .length(Long.BYTES)
                .local(address(8))
                .remote(remote(8, -1))
                .fifo(fifo())
                .value(operand)
                .compare(one(2) ? of(0, 1, 2, 3, 4) : random.nextLong());
    }

    private void epoch(final int node, final int task) {
        final int index = (task * 4 + random.nextInt(4)) % HwLayout.ORIGIN_EPOCHS;
        final int target = target(node);
        final int id = one(2) ? 0xFFFF : random.nextInt(1 << 16);
        add(node, task, StepKind.EPOCH_OPEN, gap()).to(target).epoch(index).value(id);
        final int many = machine.nodes() <= 2 && machine.tasks(node) == 1 && one(3) ? 300 : random.nextInt(4);
        for (int i = 0; i < many; i++) {
            if (many > 4) { // the number then needs more than eight bits
                add(node, task, StepKind.PUT, 0)
                        .to(target)
                        .length(8)
                        .local(address(8))
                        .remote(address(8))
                        .fifo(fifo())
                        .epoch(index);
            } else {
                transfer(node, task, target, index);
            }
        }
        add(node, task, StepKind.EPOCH_CLOSE, gap()).to(target).epoch(index);
    }

    private void store(final int node, final int task) {
        final int channel = task;
        if (task >= limits.dlaChannels()) {
            return;
        }
        final int length = of(1, 8, 16, 17, 48, 63, 64);
        final int words = 1 + (length + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
        add(node, task, StepKind.DLA_ALLOC, gap())
                .length(credits(words))
                .fifo(channel)
                .value(random.nextInt(1 << 22));
        final int target = target(node);
        add(node, task, StepKind.DLA_PUT, gap())
                .to(target)
                .length(length)
                .remote(remote(length, -1))
                .fifo(channel)
                .value(random.nextLong());
        if (one(2)) {
            final int get = length();
            add(node, task, StepKind.DLA_GET, gap())
                    .to(target)
                    .length(get)
                    .local(address(get))
                    .remote(remote(get, -1))
                    .fifo(channel);
        }
        add(node, task, StepKind.DLA_END, gap()).fifo(channel).value(1);
    }

    /** Adds stores of one channel that together take all words of the DLA, while a slow link delays their departure. */
    private void manyStores(final long seed) {
        final int words = machine.buffers().dla();
        final int channel = limits.dlaChannels() - 1;
        if (channel < 0) {
            return;
        }
        final int whole = 1 + HwLayout.DLA_INLINE_BYTES / HwLayout.FLIT_BYTES;
        add(0, 0, StepKind.DLA_ALLOC, 0).length(words).fifo(channel).value(seed & 3);
        for (int left = words; left > 1; left -= whole) {
            final int bytes = Math.min(whole, left) - 1 << 4;
            add(0, 0, StepKind.DLA_PUT, 0)
                    .to(1)
                    .length(bytes)
                    .remote(address(bytes))
                    .fifo(channel)
                    .value(left);
        }
        add(0, 0, StepKind.DLA_RELEASE, 0).fifo(channel);
        add(0, 0, StepKind.DLA_END, 0).fifo(channel).value(1);
    }

    private int credits(final int words) {
        return one(3) ? Math.min(0xFFFF, (1 << random.nextInt(17)) - random.nextInt(2)) : words + 4;
    }

    /**
     * Opens and closes epochs on every origin index of node 0 towards node 1, which fills every entry of node 1's
     * table.
     */
    private void manyEpochs() {
        for (int index = 0; index < HwLayout.ORIGIN_EPOCHS; index++) {
            add(0, 0, StepKind.EPOCH_OPEN, 0).to(1).epoch(index).value(index << 10);
        }
        for (int index = 0; index < HwLayout.ORIGIN_EPOCHS; index++) {
            add(0, 0, StepKind.EPOCH_CLOSE, 0).to(1).epoch(index);
        }
    }

    /**
     * Uses one epoch entry more often than its generation counter can count, and adds gets on all their byte counters
     * and flushes on all entries.
     */
    private void manyGets() {
        for (int use = 0; use < 2 << HwLayout.GENERATION_BITS; use++) {
            add(1, 0, StepKind.EPOCH_OPEN, 0)
                    .to(0)
                    .epoch(HwLayout.ORIGIN_EPOCHS - 1)
                    .value(use);
            add(1, 0, StepKind.EPOCH_CLOSE, 0).to(0).epoch(HwLayout.ORIGIN_EPOCHS - 1);
        }
        for (int get = 0; get < StepNode.PUT_COUNTERS; get++) {
            add(0, 0, StepKind.GET, 0)
                    .to(1)
                    .length(8)
                    .local(address(8))
                    .remote(address(8))
                    .fifo(fifo());
        }
    }

    private void manyFlushes() {
        for (int flush = 0; flush < 2 * HwLayout.FENCE_ENTRIES; flush++) {
            add(0, 0, StepKind.PUT, 0)
                    .to(1)
                    .length(OVER)
                    .local(address(OVER))
                    .remote(address(OVER))
                    .fifo((flush & 3) % HwLayout.INJECTION_FIFOS);
            add(0, 0, StepKind.FLUSH, 0).to(1).fifo((flush & 3) % HwLayout.INJECTION_FIFOS);
        }
    }

    /** Sends as many messages to one reception FIFO as it has slots. */
    private void manyMessages() {
        final int fifo = random.nextInt(HwLayout.RECEPTION_FIFOS);
        for (int i = 0; i < machine.buffers().reception(); i++) {
            add(1, 0, StepKind.MSG, 0)
                    .to(0)
                    .length(8)
                    .local(address(8))
                    .remote(fifo)
                    .fifo(fifo());
        }
    }

    private void host(final int node, final int task) {
        final StepKind kind = HOST.get(random.nextInt(HOST.size()));
        final int bytes = kind == StepKind.FILL ? of(LENGTHS) : Long.BYTES;
        final int length = kind == StepKind.FILL ? bytes : kind == StepKind.POLL ? 1 + random.nextInt(5000) : 0;
        final int comparison = kind == StepKind.POLL ? random.nextInt(6) : 0;
        add(node, task, kind, gap())
                .length(length)
                .local(address(bytes))
                .remote(comparison)
                .value(one(2) ? -1L : random.nextLong());
    }
}
