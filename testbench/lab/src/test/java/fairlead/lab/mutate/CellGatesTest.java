// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.lab.proofs.Aig;
import fairlead.lab.proofs.ProverTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gates of each type of cell against those that yosys makes of the Verilog that it writes for the cell. */
@Tag("M-843")
class CellGatesTest {
    private static final List<String> UNARY = List.of("$pos", "$not", "$reduce_or", "$reduce_and", "$logic_not");
    private static final List<String> BINARY = List.of(
            "$and", "$or", "$xor", "$add", "$sub", "$mul", "$shl", "$shr", "$eq", "$ne", "$lt", "$le", "$gt", "$ge");
    private static final int[][] WIDTHS = {{5, 3, 6}, {3, 5, 4}, {4, 4, 1}}; // of A, B and Y

    @TempDir
    Path folder;

    private final ObjectNode cells = JsonNodeFactory.instance.objectNode();
    private final Aig aig = new Aig();
    private final CellGates gates = new CellGates(aig);
    private int next = 2;

    @Test
    void eachTypeOfCellHasTheGatesOfItsVerilog() throws IOException {
        assumeTrue(ProverTool.installed("yosys"), "yosys is not installed (scripts/setup --provers)");
        final int[] a = numbers(5);
        final int[] b = numbers(9);
        final int[] s = numbers(3);
        final int[] inputs = new int[next];
        for (int i = 2; i < next; i++) {
            inputs[i] = aig.input();
        }
        final int[] mask = numbers(300);
        int own = Aig.FALSE;
        int used = 0;
        final ArrayNode theirs = JsonNodeFactory.instance.arrayNode();
        for (final int[] w : WIDTHS) {
            for (int k = 0; k < UNARY.size() + BINARY.size() + 2; k++) {
                final boolean two = k >= UNARY.size();
                final boolean muxes = k >= UNARY.size() + BINARY.size();
                final String type =
                        !two ? UNARY.get(k) : !muxes ? BINARY.get(k - UNARY.size()) : k % 2 == 0 ? "$mux" : "$pmux";
                final int width = muxes ? 3 : w[2];
                final int[] left = Arrays.copyOf(a, muxes ? width : w[0]);
                final int[] right = Arrays.copyOf(b, !muxes ? w[1] : "$mux".equals(type) ? width : 3 * width);
                final int[] select = Arrays.copyOf(s, "$mux".equals(type) ? 1 : 3);
                final int[] y = numbers(width);
                cell(type, left, two ? right : null, muxes ? select : null, y);
                final int[] mine = gates.of(
                        type,
                        literals(inputs, left),
                        two ? literals(inputs, right) : null,
                        muxes ? literals(inputs, select) : null,
                        width);
                assertEquals(width, mine.length, type);
                for (int i = 0; i < width; i++) {
                    own = aig.or(own, aig.xor(aig.input(), mine[i]));
                    final int[] masked = numbers(1);
                    cell("$xor", new int[] {mask[used++]}, new int[] {y[i]}, null, masked);
                    theirs.add(masked[0]);
                }
            }
        }
        aig.output(own);
        Files.write(folder.resolve("own.aig"), aig.aiger());
        yosys(
                IntStream.concat(IntStream.range(2, inputs.length), Arrays.stream(mask, 0, used))
                        .toArray(),
                theirs);
        final ProverTool.Result result =
                ProverTool.run(folder, 60, List.of("yosys-abc", "-c", "cec own.aig theirs.aig"));
        assertTrue(result.output().contains("Networks are equivalent"), result.output());
    }

    @Test
    void aCellOfAnotherTypeIsRefused() {
        final int[] a = {aig.input()};
        assertThrows(IllegalArgumentException.class, () -> gates.of("$div", a, a, null, 1));
    }

    private int[] numbers(final int count) {
        final int[] all = new int[count];
        Arrays.setAll(all, i -> next++);
        return all;
    }

    private static int[] literals(final int[] inputs, final int[] bits) {
        return Arrays.stream(bits).map(bit -> inputs[bit]).toArray();
    }

    private void cell(final String type, final int[] a, final int[] b, final int[] s, final int[] y) {
        final ObjectNode cell =
                cells.putObject("c" + cells.size()).put("hide_name", 1).put("type", type);
        final ObjectNode parameters = cell.putObject("parameters");
        cell.putObject("attributes");
        final ObjectNode directions =
                cell.putObject("port_directions").put("A", "input").put("Y", "output");
        final ObjectNode connections = cell.putObject("connections");
        connections.set("A", bits(a));
        connections.set("Y", bits(y));
        if (b != null) {
            connections.set("B", bits(b));
            directions.put("B", "input");
        }
        if (s != null) {
            connections.set("S", bits(s));
            directions.put("S", "input");
            parameters.put("WIDTH", y.length);
            if ("$pmux".equals(type)) {
                parameters.put("S_WIDTH", s.length);
            }
            return;
        }
        parameters.put("A_SIGNED", 0).put("A_WIDTH", a.length).put("Y_WIDTH", y.length);
        if (b != null) {
            parameters.put("B_SIGNED", 0).put("B_WIDTH", b.length);
        }
    }

    private static ArrayNode bits(final int... word) {
        final ArrayNode bits = JsonNodeFactory.instance.arrayNode();
        Arrays.stream(word).forEach(bits::add);
        return bits;
    }

    private void yosys(final int[] in, final ArrayNode results) throws IOException {
        final int[] y = numbers(1);
        final int[] all = new int[results.size()];
        Arrays.setAll(all, i -> results.get(i).asInt());
        cell("$reduce_or", all, null, null, y);
        final ObjectNode root = JsonNodeFactory.instance.objectNode().put("creator", "test");
        final ObjectNode module = root.putObject("modules").putObject("cells");
        final ObjectNode ports = module.putObject("ports");
        ports.putObject("in").put("direction", "input").set("bits", bits(in));
        ports.putObject("out").put("direction", "output").set("bits", bits(y));
        module.set("cells", cells);
        module.putObject("netnames");
        new ObjectMapper().writeValue(folder.resolve("cells.json").toFile(), root);
        TileNetlist.yosys(folder, "read_json cells.json", "write_verilog -noattr cells.v");
        final Path verilog = folder.resolve("cells.v"); // Verilator takes the first case that fits
        Files.writeString(verilog, Files.readString(verilog).replace("// synopsys parallel_case", ""));
        TileNetlist.yosys(
                folder, "read_verilog cells.v", "proc", "opt_clean", "techmap", "aigmap", "write_aiger theirs.aig");
    }
}
