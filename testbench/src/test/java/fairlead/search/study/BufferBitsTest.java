// SPDX-License-Identifier: Apache-2.0
package fairlead.search.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import fairlead.hw.HwLayout;
import fairlead.machine.Buffers;
import fairlead.machine.LinkDepths;
import fairlead.machine.TableSizes;
import fairlead.machine.TableSizes.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The widths of {@link BufferBits} against the memories that the product's Verilog instantiates, all of them in a tile.
 */
@Tag("M-572")
@Tag("M-698")
@Tag("M-33")
@Tag("M-534")
class BufferBitsTest {
    private static final Path RTL =
            Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "..")).resolve("hw/target/rtl/product");
    private static final Pattern MEMORY = Pattern.compile("^\\s+\\w+_(\\d+)x(\\d+) (\\w+)_ext \\(");
    private static final Pattern INSTANCE = Pattern.compile("^  ([A-Z]\\w*) (\\w+) \\(");

    private final Map<String, Integer> counts = new HashMap<>();

    /** How often each module is in the tile. */
    private void count(final String module, final int times) throws IOException {
        counts.merge(module, times, Integer::sum);
        final Path file = RTL.resolve(module + ".sv");
        if (Files.exists(file)) {
            for (final String line : Files.readAllLines(file)) {
                final Matcher m = INSTANCE.matcher(line);
                if (m.find()) {
                    count(m.group(1), times);
                }
            }
        }
    }

    /** Bits that all memories of the module's instances hold. */
    private long bits(final String module) throws IOException {
        long bits = 0;
        for (final String line : Files.readAllLines(RTL.resolve(module + ".sv"))) {
            final Matcher m = MEMORY.matcher(line);
            // left out: one route a VC, whatever the depth; numbers of slots, as pointers are
            if (m.find() && !m.group(3).equals("bound") && !m.group(3).startsWith("follower")) {
                bits += Long.parseLong(m.group(1)) * Long.parseLong(m.group(2));
            }
        }
        return bits * counts.getOrDefault(module, 0);
    }

    @Test
    void theDeepestBuffersAreTheMemoriesOfTheVerilog() throws IOException {
        count("Tile", 1);
        final Buffers most = BufferBits.most();
        final Map<String, Long> kinds = BufferBits.byKind(UsableBuffers.all(most));
        assertEquals(bits("InputUnit"), kinds.get("link_vc"));
        assertEquals(bits("InputUnit_6") + bits("EjectionBuffer"), kinds.get("local"));
        // nothing reads the spare bits of a descriptor, so a netlist does not keep them
        final long spare = (long) most.injection() * HwLayout.INJECTION_FIFOS * HwLayout.Descriptor1.SPARE_WIDTH;
        assertEquals(bits("InjectionFifos") - spare, kinds.get("injection"));
        assertEquals(bits("ReceptionFifos"), kinds.get("reception"));
        assertEquals(bits("DlaFifo"), kinds.get("dla"));
        assertEquals(bits("ResponseTx"), kinds.get("response"));
        final TreeBuffers deepest =
                TreeBuffers.all(HwLayout.TREE_LINK_DEPTH, HwLayout.TREE_PACKETS, HwLayout.TREE_PACKETS);
        final Map<String, Long> tree = BufferBits.byKind(UsableBuffers.all(most).with(deepest));
        assertEquals(bits("TreeBuffer"), tree.get("tree_link"));
        assertEquals(
                bits("PacketFifo") + bits("PacketFifo_4"), tree.get("tree_injection") + tree.get("tree_reception"));
    }

    private static long bits(final Buffers buffers) {
        return BufferBits.of(UsableBuffers.all(buffers));
    }

    @Test
    void oneEntryMoreCostsItsWidthTimesItsBuffers() {
        final long base = bits(new Buffers(1, 1, 1, 1, 1, 1));
        assertEquals(6 * 8 * BufferBits.ROUTER_ENTRY, bits(new Buffers(2, 1, 1, 1, 1, 1)) - base);
        assertEquals(BufferBits.DLA_ENTRY, bits(new Buffers(1, 1, 1, 1, 2, 1)) - base);
    }

    /** Two links of a dimension with two VCs of a kind each; two local ports. */
    @Test
    void oneEntryMoreOfOneKindCostsItsBuffersOnly() {
        final Buffers one = new Buffers(1, 1, 1, 1, 1, 1);
        final long base = bits(one);
        for (int kind = 0; kind < LinkDepths.KINDS; kind++) {
            assertEquals(
                    2 * 2 * BufferBits.ROUTER_ENTRY, bits(one.with(one.links().with(1, kind, 2))) - base);
        }
        assertEquals(2 * BufferBits.ROUTER_ENTRY, bits(one.with(one.locals().with(1, 2))) - base);
        assertEquals(2 * BufferBits.EJECTION_ENTRY, bits(one.with(one.locals().with(2, 2))) - base);
    }

    /** Whatever is no memory is one register a place. */
    @Test
    void aTableOfTheNicCountsWhereItsSizeIsGiven() throws IOException {
        count("Tile", 1);
        final Buffers one = new Buffers(1, 1, 1, 1, 1, 1);
        final Map<String, Long> none = BufferBits.byKind(UsableBuffers.all(one));
        TableSizes all = TableSizes.ALL;
        for (final Table table : Table.values()) {
            assertFalse(none.containsKey(table.name().toLowerCase(Locale.ROOT)));
            all = all.with(table, table.most());
        }
        final Map<String, Long> kinds = BufferBits.byKind(UsableBuffers.all(one.with(all)));
        assertEquals(bits("CommitQueue"), kinds.get("commit_slots"));
        assertEquals(bits("PacketEmitter"), kinds.get("header_queue") + kinds.get("read_window"));
        final int registers = 6 + HwLayout.ACK_COUNTERS + 2; // state, counters, number of the injection FIFO
        assertEquals(bits("FenceUnit") + (long) registers * HwLayout.FENCE_ENTRIES, (long) kinds.get("fence_entries"));
        final TableSizes less = all.with(Table.COMMIT_SLOTS, HwLayout.COMMIT_SLOTS - 1);
        assertEquals(2 * BufferBits.COMMIT_ENTRY, bits(one.with(all)) - bits(one.with(less)));
    }
}
