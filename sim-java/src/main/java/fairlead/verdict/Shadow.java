// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.HostEvent;
import fairlead.machine.LongTable;
import fairlead.program.Block;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.verdict.Checker.MemoryWrite;
import fairlead.verdict.CollectiveResults.Combination;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The contents that memory must have: the program's initial contents, the stores of node software in their cycles and
 * every commit that was seen at the memory ports, in order. At the end it must equal the real memory in every byte of
 * every node.
 */
final class Shadow {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int SHIFT = Integer.numberOfTrailingZeros(RunEnd.PAGE_BYTES);
    private static final int IN_PAGE = RunEnd.PAGE_BYTES - 1;
    private static final byte[] ZEROS = new byte[RunEnd.PAGE_BYTES];

    private final byte[][][] pages; // by node and page; null if all bytes of the page are 0
    final int size;
    private final Stores stores = new Stores();
    private long next = Long.MAX_VALUE; // cycle of the first store in the heap
    private final Map<Long, Long> read = new HashMap<>(); // value that a word loop will write, by operation and word
    // values of stores, if the program stores results of operations
    private final Map<Given, Long> values = new HashMap<>();
    private final boolean takesRegisters;
    private final int latency;
    private SourceHistory history; // null if no transfer needs the earlier contents

    private record Given(long cycle, int node, int address) {}

    /** @param latency software latency, from the load of a word to the store that depends on it */
    Shadow(Program program, int latency) {
        this.latency = latency;
        takesRegisters =
                program.operations().stream().anyMatch(op -> op.kind() == OpKind.STORE && op.decision() != null);
        size = program.memoryBytes();
        pages = new byte[program.nodes()][(size - 1 >>> SHIFT) + 1][];
        for (Program.Load load : program.loads()) {
            byte[] data = load.data();
            for (int i = 0; i < data.length; ) {
                int at = load.address() + i & IN_PAGE;
                int bytes = Math.min(data.length - i, RunEnd.PAGE_BYTES - at);
                System.arraycopy(data, i, written(load.node(), load.address() + i), at, bytes);
                i += bytes;
            }
        }
    }

    void tell(SourceHistory of) {
        history = of;
    }

    // ---- stores of node software

    /** Schedules what an operation of node software, which is handed over in this cycle, does to memory. */
    void posted(Operation op, long cycle) {
        switch (op.kind()) {
            case STORE, FILL, ADD_LOCAL, CAS_LOCAL -> schedule(op, 0, cycle);
            case REDUCE, COPY -> {
                for (int word = 0; word < op.length() / Long.BYTES; word++) {
                    long at = cycle + word * op.cycles();
                    schedule(op, ~word, at);
                    schedule(op, word, at + latency);
                }
            }
            default -> {}
        }
    }

    private void schedule(Operation op, int word, long cycle) {
        stores.add(cycle, op, word);
        next = Math.min(next, cycle);
    }

    /**
     * Schedules the store of one word of an operation that acts in exactly this cycle. The words of a DEVICE_RECEIVE
     * count from the slot of its node.
     */
    void scheduleWord(Operation op, int word, long value, long cycle) {
        read.put(key(op, word), value);
        schedule(op, word, cycle);
    }

    private static long key(Operation op, int word) {
        return (long) op.id() << Integer.SIZE | word;
    }

    /** Performs the stores of all cycles before this one. The commits of a cycle precede its stores. */
    void advance(long cycle) {
        while (next < cycle) {
            stores.take().forEach(this::perform);
            next = stores.first();
        }
    }

    /**
     * Returns whether software has a store to this word of the node in this cycle; all earlier stores must have been
     * performed.
     */
    boolean stores(long cycle, int node, int address) {
        return next == cycle && stores.writes(cycle, node, address);
    }

    private void perform(Stores.Access access) {
        Operation op = access.op();
        int node = op.node();
        int at = access.address();
        if (access.word() < 0) {
            read.put(key(op, ~access.word()), combined(op, ~access.word() * Long.BYTES));
            return;
        }
        if (history != null) {
            history.changes(next, node, at, access.bytes());
        }
        switch (op.kind()) {
            case STORE -> {
                if (op.block() == null) {
                    write(node, at, op.length(), op.decision() == null ? op.operand() : given(op));
                } else {
                    write(node, at, op.block());
                }
            }
            case ADD_LOCAL -> store(node, at, word(node, at) + op.operand());
            case CAS_LOCAL -> store(node, at, word(node, at) == op.compare() ? op.operand() : word(node, at));
            case FILL -> {
                for (int i = 0; i < op.length(); i += Long.BYTES) {
                    write(node, at + i, op.length() - i, Payload.word(op.key(), i / Long.BYTES));
                }
            }
            default -> store(node, at, read.remove(key(op, access.word())));
        }
    }

    private long combined(Operation op, int at) {
        long source = word(op.node(), op.source() + at);
        return op.kind() == OpKind.COPY
                ? source
                : Combination.ofWords(word(op.node(), op.local() + at), source, op.function(), op.element());
    }

    /** Notes the value of a store that software gives to a node; that of a register is known only by this. */
    void command(CommandBuffer commands, int i) {
        if (takesRegisters && commands.op(i) == HostCommand.STORE) {
            Given store = new Given(commands.cycle(i), commands.node(i), (int) commands.word(i, 0));
            values.put(store, commands.word(i, 1));
        }
    }

    private long given(Operation store) {
        Long value = values.remove(new Given(next, store.node(), store.local()));
        return value == null ? 0 : value;
    }

    // ---- words and bytes

    private byte[] written(int node, int address) {
        byte[][] here = pages[node];
        int number = address >>> SHIFT;
        if (here[number] == null) {
            here[number] = new byte[Math.min(RunEnd.PAGE_BYTES, size - (number << SHIFT))];
        }
        return here[number];
    }

    private void store(int node, int address, long value) {
        int at = address & IN_PAGE;
        if (at <= RunEnd.PAGE_BYTES - Long.BYTES) {
            LONGS.set(written(node, address), at, value);
        } else { // the word crosses the end of a page
            bytes(node, address, Long.BYTES, value);
        }
    }

    private void bytes(int node, int address, int length, long word) {
        for (int i = 0; i < length; i++) {
            written(node, address + i)[address + i & IN_PAGE] = (byte) (word >>> Byte.SIZE * i);
        }
    }

    void write(MemoryWrite w) {
        if (history != null) {
            history.changes(w.cycle, w.node, w.address, w.bytes);
        }
        write(w.node, w.address, w.bytes, w.low);
        if (w.bytes > Long.BYTES) {
            write(w.node, w.address + Long.BYTES, w.bytes - Long.BYTES, w.high);
        }
    }

    private void write(int node, int address, int length, long word) {
        if (length >= Long.BYTES) {
            store(node, address, word);
        } else {
            bytes(node, address, length, word);
        }
    }

    private void write(int node, int address, Block block) {
        for (int i = 0; i < block.length(); i++) {
            if (block.writes(i)) {
                written(node, address + i)[address + i & IN_PAGE] = block.at(i);
            }
        }
    }

    long word(int node, int address) {
        int at = address & IN_PAGE;
        if (at <= RunEnd.PAGE_BYTES - Long.BYTES) {
            byte[] page = pages[node][address >>> SHIFT];
            return page == null ? 0 : (long) LONGS.get(page, at);
        }
        long word = 0;
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            word = word << 8 | at(node, address + i) & 0xFF;
        }
        return word;
    }

    byte at(int node, int address) {
        byte[] page = pages[node][address >>> SHIFT];
        return page == null ? 0 : page[address & IN_PAGE];
    }

    // ---- the end

    void compare(RunEnd.Memory real, Violations violations) {
        for (int node = 0; node < pages.length; node++) {
            int address = mismatch(node, real);
            if (address >= 0) {
                violations.add("node " + node + " address " + Checker.hex(address)
                        + ": memory holds what no operation and no store wrote");
            }
        }
    }

    private int mismatch(int node, RunEnd.Memory real) {
        for (int number = 0; number < pages[node].length; number++) {
            ByteBuffer seen = real.page(node, number);
            byte[] page = pages[node][number];
            if (seen == null && page == null) {
                continue;
            }
            ByteBuffer wanted = ByteBuffer.wrap(page == null ? ZEROS : page);
            ByteBuffer found = seen == null ? ByteBuffer.wrap(ZEROS) : seen.duplicate();
            int length = Math.min(RunEnd.PAGE_BYTES, size - (number << SHIFT));
            int at = wanted.limit(length).mismatch(found.position(0).limit(Math.min(length, found.capacity())));
            if (at >= 0) {
                return (number << SHIFT) + at;
            }
        }
        return -1;
    }

    /**
     * The stores of node software that have not acted yet, and the reads of its word loops, ordered by cycle, node,
     * task and the order in which they were given.
     */
    static final class Stores {
        private static final long LATE = 1L << 39;

        /** @param word of the operation; ~word means that the word is only read */
        record Access(long order, Operation op, int word) {
            /**
             * Returns the first address that is written. The words of a DEVICE_RECEIVE count from the slot of its node.
             */
            int address() {
                return (op.kind() == OpKind.DEVICE_RECEIVE ? op.source() : op.local()) + word * Long.BYTES;
            }

            int bytes() {
                return op.kind() == OpKind.FILL || op.kind() == OpKind.STORE ? op.length() : Long.BYTES;
            }

            private boolean writes(int node, int at) {
                Block block = op.block();
                return word >= 0
                        && op.node() == node
                        && (block == null
                                ? address() < at + Long.BYTES && at < address() + bytes()
                                : block.writesAny(at - address(), at + Long.BYTES - address()));
            }
        }

        // a tree of cycles: a run has many stores that wait, and few cycles in which they act
        private final TreeMap<Long, List<Access>> byCycle = new TreeMap<>();
        private long given;

        void add(long cycle, Operation op, int word) {
            // software issues the stores of a loop when it has the words, after what it issued before
            long late = op.kind().isWordLoop() && word >= 0 ? LATE : 0;
            long order = (long) op.node() << 48 | (long) op.task() << 40 | late | given++;
            byCycle.computeIfAbsent(cycle, c -> new ArrayList<>(2)).add(new Access(order, op, word));
        }

        /** Returns the cycle of the first access, or Long.MAX_VALUE if there is none. */
        long first() {
            return byCycle.isEmpty() ? Long.MAX_VALUE : byCycle.firstKey();
        }

        /** Removes the accesses of the first cycle and returns them in order. */
        List<Access> take() {
            List<Access> due = byCycle.pollFirstEntry().getValue();
            due.sort(Comparator.comparingLong(Access::order));
            return due;
        }

        /** Returns whether any access of this cycle writes a byte of the word at this address of the node. */
        boolean writes(long cycle, int node, int address) {
            return byCycle.getOrDefault(cycle, List.of()).stream().anyMatch(access -> access.writes(node, address));
        }
    }

    /**
     * Checks the values that node software reads from its memory: each must equal the value that the shadow memory
     * holds in that cycle, after the commits of the cycle.
     */
    static final class HostReads extends Checker {
        private record Answer(long cycle, int node, int address, long value) {}

        private final Shadow shadow;
        private final LongTable given = new LongTable(); // address, by node and sequence number
        // answers of one cycle and node, until all commits of that cycle are known
        private final List<Answer> answers = new ArrayList<>();

        HostReads(JudgedRun run) {
            super(run, run.data);
            shadow = run.shadow;
        }

        private long key(int node, long sequence) {
            return sequence * nodes + node; // neighbours have different hash values
        }

        void command(int node, int op, long word, int sequence) {
            switch (op) {
                case HostCommand.LOAD, HostCommand.ADD, HostCommand.CAS_LOCAL, HostCommand.POLL -> given.add(
                        key(node, sequence), (int) word);
                default -> {}
            }
        }

        void answered(long cycle, int node, long a, long value) {
            long address = given.remove(key(node, HostEvent.sequence(a)));
            if (address >= 0 && address + Long.BYTES <= shadow.size) {
                answers.add(new Answer(cycle, node, (int) address, value));
            }
        }

        /** Judges the collected answers if the next event, of this cycle and node, belongs to another cycle or node. */
        void settle(long cycle, int node) {
            if (!answers.isEmpty() && (cycle != answers.get(0).cycle || node != answers.get(0).node)) {
                answers.forEach(this::judge);
                answers.clear();
            }
        }

        private void judge(Answer answer) {
            shadow.advance(answer.cycle);
            // otherwise the order of the load and the store in this cycle decides
            if (!shadow.stores(answer.cycle, answer.node, answer.address)) {
                long held = shadow.word(answer.node, answer.address);
                if (held != answer.value) {
                    violations.add(at(answer.cycle, answer.node) + " read " + hex(answer.value) + " at address "
                            + hex(answer.address) + ", which held " + hex(held));
                }
            }
        }
    }
}
