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

    private final LitmusTest test;
    private final Placement placement;
    private final Map<String, Integer> offsets = new HashMap<>(); // by symbol@node
    private final Map<String, Integer> sizes = new HashMap<>(); // bytes of a word, by symbol@node
    private final Map<String, Integer> wordBytes = new HashMap<>();
    private final Map<String, Integer> slotBytes = new HashMap<>();
    private final Map<String, Integer> bases = new HashMap<>();
    private final Map<String, Integer> nextSlot = new HashMap<>();
    private final Set<Integer> noisy = new HashSet<>(); // ranks whose background data are loaded
    private int noise;

    MemoryPlan(final LitmusTest test, final Placement placement) {
        this.test = test;
        this.placement = placement;
        for (final Words w : test.words()) {
            final int begin = wordBytes.getOrDefault(w.node(), 0);
            offsets.put(w.symbol() + "@" + w.node(), begin);
            sizes.put(w.symbol() + "@" + w.node(), w.bytes());
            wordBytes.put(w.node(), begin + up(w.bytes() * w.count(), SYMBOL));
        }
        test.tasks().forEach(t -> t.statements()
                .forEach(s -> slotBytes.merge(t.node(), up(slotNeeded(s), SLOT), Integer::sum)));
    }

    private static int up(final int bytes, final int align) {
        return (bytes + align - 1) / align * align;
    }

    private int slotNeeded(final Statement s) {
        return switch (s.verb()) {
            case PUT -> s.local() == null ? up(length(s.remote()), Long.BYTES) : 0;
            case GET -> s.local() == null ? 8 : 0;
            case LOCK -> SLOT;
            case SEND -> SLOT;
            default -> 0;
        };
    }

    /** Returns the number of bytes of every node's memory, a power of two. */
    int bytes(final Shape shape) {
        final long[] needed = new long[shape.nodes()];
        test.nodes()
                .forEach(n -> needed[placement.rank(n.name())] +=
                        wordBytes.getOrDefault(n.name(), 0) + slotBytes.getOrDefault(n.name(), 0) + 2 * SYMBOL);
        long most = 0;
        for (final long n : needed) {
            most = Math.max(most, n);
        }
        most += 2 * NOISE
                + SYMBOL
                + (test.uses(Verb.SEND)
                        ? (long) HwLayout.RECEPTION_FIFOS * MachineFor.RECEPTION * HwLayout.RECEPTION_SLOT + SYMBOL
                        : 0);
        return (int) Math.max(LEAST, Long.highestOneBit(2 * most - 1));
    }

    /** Allocates the windows and loads the initial words. */
    void place(final ProgramBuilder program) {
        for (final var node : test.nodes()) {
            final int rank = placement.rank(node.name());
            final int base = up(program.windows().on(rank, "align " + node.name(), 0), SYMBOL);
            // a window begins at the end of the previous one: this window fills the space up to the boundary
            program.windows()
                    .on(rank, "gap " + node.name(), base - program.windows().on(rank, "at " + node.name(), 0));
            bases.put(
                    node.name(),
                    program.windows().on(rank, "words of " + node.name(), wordBytes.getOrDefault(node.name(), 0)));
            nextSlot.put(
                    node.name(),
                    program.windows().on(rank, "buffers of " + node.name(), slotBytes.getOrDefault(node.name(), 0)));
        }
        if (test.uses(Verb.SEND)) {
            program.messageSlots(HwLayout.RECEPTION_FIFOS, MachineFor.RECEPTION);
        }
        noise = program.windows().everywhere("background", 2 * NOISE);
        for (final Words w : test.words()) {
            final byte[] bytes = new byte[w.bytes() * w.count()];
            boolean any = false;
            for (int i = 0; i < bytes.length; i++) {
                final long value = test.initial(w.node(), w.symbol(), i / w.bytes());
                bytes[i] = (byte) (value >>> Byte.SIZE * (i % w.bytes()));
                any |= value != 0;
            }
            if (any) {
                program.load(placement.rank(w.node()), address(new Ref(w.node(), w.symbol(), 0, 1)), bytes);
            }
        }
    }

    int address(final Ref ref) {
        return bases.get(ref.node()) + offsets.get(ref.symbol() + "@" + ref.node()) + size(ref) * ref.from();
    }

    /** Returns the bytes of one of these words. */
    int size(final Ref ref) {
        return sizes.get(ref.symbol() + "@" + ref.node());
    }

    /** Returns the bytes of all of these words. */
    int length(final Ref ref) {
        return size(ref) * ref.count();
    }

    /** Returns the address of a new buffer for the words that a statement of this node sends or receives. */
    int slot(final ProgramBuilder program, final String node, final List<Long> words) {
        final int address = nextSlot.get(node);
        nextSlot.put(node, address + up(8 * words.size(), SLOT));
        final ByteBuffer bytes = ByteBuffer.allocate(8 * words.size()).order(ByteOrder.LITTLE_ENDIAN);
        words.forEach(bytes::putLong);
        if (words.stream().anyMatch(w -> w != 0)) {
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
    void loadNoise(final ProgramBuilder program, final int rank) {
        if (noisy.add(rank)) {
            program.load(rank, noise, Payload.bytes(rank, NOISE));
        }
    }
}
