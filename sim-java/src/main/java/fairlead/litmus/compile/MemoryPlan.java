// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.hw.HwLayout;
import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Ref;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Verb;
import fairlead.litmus.syntax.Words;
import fairlead.machine.Shape;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * The memory layout of a test. Each symbol starts on a 256-byte boundary; the words of a node are one window. A second
 * window holds the sources of puts and messages and the landing zones of gets into registers. A third window holds the
 * data that background puts read and write.
 */
final class MemoryPlan {
    static final int NOISE = 2048; // greatest length of a background put, in bytes

    private static final int SYMBOL = 256;
    private static final int SLOT = 16; // payload bytes of a flit
    private static final int LEAST = 16384;

    /** The windows of a node. */
    private static final class Area {
        private int words; // bytes
        private int slots; // bytes
        private int base; // address of the words
        private int next; // address of the next slot
    }

    private record Placed(Words words, int offset) {}

    private final LitmusTest test;
    private final Placement placement;
    private final Map<String, Area> areas = new HashMap<>(); // by node
    private final Map<String, Placed> words = new HashMap<>(); // by symbol@node
    private final Set<Integer> noisy = new HashSet<>(); // ranks whose background data are loaded
    private ProgramBuilder program;
    private int noise;

    MemoryPlan(LitmusTest test, Placement placement) {
        this.test = test;
        this.placement = placement;
        test.nodes().forEach(n -> areas.put(n.name(), new Area()));
        for (Words w : test.words()) {
            Area area = areas.get(w.node());
            words.put(w.symbol() + "@" + w.node(), new Placed(w, area.words));
            area.words += up(w.bytes() * w.count(), SYMBOL);
        }
        test.tasks().forEach(t -> t.statements().forEach(s -> areas.get(t.node()).slots += up(slotNeeded(s), SLOT)));
    }

    private static int up(int bytes, int align) {
        return (bytes + align - 1) / align * align;
    }

    private int slotNeeded(Statement s) {
        return switch (s.verb) {
            case PUT -> s.local == null ? up(length(s.remote), Long.BYTES) : 0;
            case GET -> s.local == null ? Long.BYTES : 0;
            case LOCK, SEND -> SLOT;
            default -> 0;
        };
    }

    /** Returns the number of bytes of every node's memory, a power of two. */
    int bytes(Shape shape) {
        long[] needed = new long[shape.nodes()];
        areas.forEach((node, area) -> needed[placement.rank(node)] += area.words + area.slots + 2 * SYMBOL);
        long messages = test.uses(Verb.SEND)
                ? (long) HwLayout.RECEPTION_FIFOS * Compiler.RECEPTION * HwLayout.RECEPTION_SLOT + SYMBOL
                : 0;
        long most = LongStream.of(needed).max().orElse(0) + 2 * NOISE + SYMBOL + messages;
        return (int) Math.max(LEAST, Long.highestOneBit(2 * most - 1));
    }

    void place(ProgramBuilder to) {
        program = to;
        for (var node : test.nodes()) {
            Area area = areas.get(node.name());
            int at = window(node.name(), "at ", 0);
            // a window begins at the end of the previous one: this window fills the space up to the boundary
            window(node.name(), "gap ", up(at, SYMBOL) - at);
            area.base = window(node.name(), "words of ", area.words);
            area.next = window(node.name(), "buffers of ", area.slots);
        }
        if (test.uses(Verb.SEND)) {
            program.messageSlots(HwLayout.RECEPTION_FIFOS, Compiler.RECEPTION);
        }
        noise = program.windows().everywhere("background", 2 * NOISE);
        for (Words w : test.words()) {
            byte[] bytes = new byte[w.bytes() * w.count()];
            boolean any = false;
            for (int i = 0; i < bytes.length; i++) {
                long value = test.initial(w.node(), w.symbol(), i / w.bytes());
                bytes[i] = (byte) (value >>> Byte.SIZE * (i % w.bytes()));
                any |= value != 0;
            }
            if (any) {
                program.load(placement.rank(w.node()), address(new Ref(w.node(), w.symbol(), 0, 1)), bytes);
            }
        }
    }

    private int window(String node, String what, int bytes) {
        return program.windows().on(placement.rank(node), what + node, bytes);
    }

    private Placed placed(Ref ref) {
        return words.get(ref.symbol() + "@" + ref.node());
    }

    int address(Ref ref) {
        return areas.get(ref.node()).base + placed(ref).offset + size(ref) * ref.from();
    }

    int size(Ref ref) {
        return placed(ref).words.bytes();
    }

    int length(Ref ref) {
        return size(ref) * ref.count();
    }

    /** Returns the address of a new buffer for the words that a statement of this node sends or receives. */
    int slot(String node, List<Long> content) {
        Area area = areas.get(node);
        int address = area.next;
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * content.size()).order(ByteOrder.LITTLE_ENDIAN);
        area.next += up(bytes.capacity(), SLOT);
        content.forEach(bytes::putLong);
        if (content.stream().anyMatch(w -> w != 0)) {
            program.load(placement.rank(node), address, bytes.array());
        }
        return address;
    }

    int noiseSource() {
        return noise;
    }

    int noiseLanding() {
        return noise + NOISE;
    }

    /** Loads the data that the background puts of a node send. */
    void loadNoise(int rank) {
        if (noisy.add(rank)) {
            program.load(rank, noise, Payload.bytes(rank, NOISE));
        }
    }
}
