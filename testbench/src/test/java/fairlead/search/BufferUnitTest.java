// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Product;
import fairlead.machine.Buffers;
import fairlead.machine.Depths;
import fairlead.machine.TableSizes;
import fairlead.machine.TableSizes.Table;
import fairlead.search.UsableBuffers.TreeBuffers;
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

/** The widths, modules and counts of {@link BufferUnit} against what the Verilog of the product's tile instantiates. */
@Tag("M-45")
@Tag("M-572")
@Tag("M-698")
@Tag("M-33")
@Tag("M-534")
class BufferUnitTest {
    private static final Path RTL =
            Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "..")).resolve("hw/target/rtl/product");
    private static final Pattern MEMORY = Pattern.compile("^\\s+\\w+_(\\d+)x(\\d+) (\\w+)_ext \\(");
    private static final Pattern INSTANCE = Pattern.compile("^  ([A-Z]\\w*) (\\w+) \\(");

    private final Map<String, Integer> counts = new HashMap<>();

    /** How often each module is in the tile. */
    private void count(String module, int times) throws IOException {
        counts.merge(module, times, Integer::sum);
        Path file = RTL.resolve(module + ".sv");
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                Matcher m = INSTANCE.matcher(line);
                if (m.find()) {
                    count(m.group(1), times);
                }
            }
        }
    }

    /** Bits that all memories of the module's instances hold. */
    private long bits(String module) throws IOException {
        long bits = 0;
        for (String line : Files.readAllLines(RTL.resolve(module + ".sv"))) {
            Matcher m = MEMORY.matcher(line);
            // left out: one route a VC, whatever the depth; numbers of slots, as pointers are
            if (m.find() && !m.group(3).equals("bound") && !m.group(3).startsWith("follower")) {
                bits += Long.parseLong(m.group(1)) * Long.parseLong(m.group(2));
            }
        }
        return bits * counts.getOrDefault(module, 0);
    }

    @Test
    void aTileHasSoManyOfThem() throws IOException {
        count("Tile", 1);
        Map<String, Integer> expected = new HashMap<>();
        for (BufferUnit unit : BufferUnit.values()) {
            // two tables of a packet emitter are measured apart
            expected.merge(unit.module(), unit == BufferUnit.READ_WINDOW ? 0 : unit.count(), Integer::sum);
        }
        Map<String, Integer> found = new HashMap<>();
        // a module that firtool has written for other parameters has a number at the end of its name
        counts.forEach((module, times) -> found.merge(module.replaceAll("_\\d+$", ""), times, Integer::sum));
        found.keySet().retainAll(expected.keySet());
        assertEquals(expected, found);
    }

    @Test
    void theDeepestBuffersAreTheMemoriesOfTheVerilog() throws IOException {
        count("Tile", 1);
        Buffers most = new Buffers(
                Product.MAX_LINK_DEPTH,
                Product.MAX_LOCAL_DEPTH,
                Product.MAX_INJECTION,
                Product.MAX_RECEPTION,
                Product.MAX_DLA,
                Product.MAX_RESPONSE);
        Map<String, Long> kinds = UsableBuffers.all(most).bitsByKind();
        assertEquals(bits("InputUnit"), kinds.get("link_vc"));
        assertEquals(bits("InputUnit_6") + bits("EjectionBuffer"), kinds.get("local"));
        // nothing reads the spare bits of a descriptor, so a netlist does not keep them
        long spare = (long) most.injection() * HwLayout.INJECTION_FIFOS * HwLayout.Descriptor1.SPARE_WIDTH;
        assertEquals(bits("InjectionFifos") - spare, kinds.get("injection"));
        assertEquals(bits("ReceptionFifos"), kinds.get("reception"));
        assertEquals(bits("DlaFifo"), kinds.get("dla"));
        assertEquals(bits("ResponseTx"), kinds.get("response"));
        TreeBuffers deepest = new TreeBuffers(
                HwLayout.CLASS_ROUTES,
                true,
                HwLayout.TREE_LINKS * HwLayout.TREE_CHANNELS,
                HwLayout.TREE_LINK_DEPTH,
                HwLayout.TREE_PACKETS,
                HwLayout.TREE_PACKETS);
        Map<String, Long> tree = UsableBuffers.all(most).with(deepest).bitsByKind();
        assertEquals(bits("TreeBuffer"), tree.get("tree_link"));
        assertEquals(bits("PacketFifo") + bits("PacketFifo_4"), tree.get("tree_injection"));
        assertEquals(bits("PacketFifo_5") + bits("PacketFifo_9"), tree.get("tree_reception"));
    }

    private static long bits(Buffers buffers) {
        return UsableBuffers.all(buffers).bits();
    }

    @Test
    void oneEntryMoreCostsItsWidthTimesItsBuffers() {
        long base = bits(new Buffers(1, 1, 1, 1, 1, 1));
        assertEquals(6 * 8 * BufferUnit.LINK_INPUT.bits(), bits(new Buffers(2, 1, 1, 1, 1, 1)) - base);
        assertEquals(BufferUnit.DLA.bits(), bits(new Buffers(1, 1, 1, 1, 2, 1)) - base);
    }

    /** Two links of a dimension with two VCs of a kind each; two local ports. */
    @Test
    void oneEntryMoreOfOneKindCostsItsBuffersOnly() {
        Buffers one = new Buffers(1, 1, 1, 1, 1, 1);
        long base = bits(one);
        for (int kind = 0; kind < Depths.KINDS; kind++) {
            assertEquals(
                    2 * 2 * BufferUnit.LINK_INPUT.bits(),
                    bits(one.withLinks(one.links().with(Depths.KINDS + kind, 2))) - base);
        }
        assertEquals(
                2 * BufferUnit.LINK_INPUT.bits(),
                bits(one.withLocals(one.locals().with(1, 2))) - base);
        assertEquals(
                2 * BufferUnit.EJECTION.bits(), bits(one.withLocals(one.locals().with(2, 2))) - base);
    }

    /** Whatever is no memory is one register a place. */
    @Test
    void aTableOfTheNicCountsWhereItsSizeIsGiven() throws IOException {
        count("Tile", 1);
        Buffers one = new Buffers(1, 1, 1, 1, 1, 1);
        Map<String, Long> none = UsableBuffers.all(one).bitsByKind();
        TableSizes all = TableSizes.ALL;
        for (Table table : Table.values()) {
            assertFalse(none.containsKey(table.name().toLowerCase(Locale.ROOT)));
            all = all.with(table, table.most());
        }
        Map<String, Long> kinds = UsableBuffers.all(one.with(all)).bitsByKind();
        assertEquals(bits("CommitQueue"), kinds.get("commit_slots"));
        assertEquals(bits("PacketEmitter"), kinds.get("header_queue") + kinds.get("read_window"));
        int registers = 6 + HwLayout.ACK_COUNTERS + 2; // state, counters, number of the injection FIFO
        assertEquals(bits("FenceUnit") + (long) registers * HwLayout.FENCE_ENTRIES, (long) kinds.get("fence_entries"));
        TableSizes less = all.with(Table.COMMIT_SLOTS, HwLayout.COMMIT_SLOTS - 1);
        assertEquals(2 * BufferUnit.COMMIT_SLOTS.bits(), bits(one.with(all)) - bits(one.with(less)));
    }
}
