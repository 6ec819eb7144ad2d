// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fairlead.lab.mutate.CheckedVerilog.AssertionCells;
import fairlead.lab.proofs.ProverTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One small unit with mutants, Verilated with the flags and the runtime of the library of mutants. */
@Tag("M-500")
@Tag("M-502")
class MutantModelTest {
    private static final int LIMIT = 120;

    @TempDir
    Path folder;

    private final Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."))
            .toAbsolutePath()
            .normalize();

    @Test
    void theNumberChoosesTheMutantAndZeroIsTheUnit() throws IOException {
        assumeTrue(ProverTool.installed("yosys"), "yosys is not installed (scripts/setup --provers)");
        Path rtl = Files.createDirectories(folder.resolve("rtl"));
        try (Stream<Path> files = Files.list(root.resolve("hw/target/rtl/product"))) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                String text = Files.readString(file);
                if (name.equals("TreeBuffer.sv") || text.contains(" Memory[")) {
                    Files.writeString(rtl.resolve(name), AssertionCells.of(text));
                }
            }
        }
        AssertionCells.write(rtl);
        Files.writeString(rtl.resolve("top.txt"), "TreeBuffer\n");
        TileNetlist netlist = TileNetlist.read(rtl, List.of(), List.of(), folder.resolve("netlist"));
        List<Mutant> mutants = List.of(
                one(netlist, 1, "-port B -portbit 0 -mode const1 -cell $add*"), // it is 1
                one(netlist, 2, "-port B -portbit 0 -mode inv -cell $add*"),
                one(netlist, 3, "-port Q -portbit 0 -mode const0 -wire first"),
                one(netlist, 4, "-port B -portbit 1 -mode const0 -cell $add*")); // it is 0
        List<String> sound = hashes("gold", rtl, 0);
        MutantLibrary.write(netlist, mutants, folder, rtl);
        List<String> found = hashes("gate", rtl, mutants.size());
        assertEquals(sound.get(0), found.get(0), "no mutant is chosen");
        assertEquals(sound.get(0), found.get(1), "a constant is stuck at its value");
        assertNotEquals(sound.get(0), found.get(2), "a bit of a constant is inverted");
        assertNotEquals(sound.get(0), found.get(3), "a bit of a register is read as 0");
        assertEquals(sound.get(0), found.get(4), "a constant is stuck at its value");
    }

    private Mutant one(TileNetlist netlist, int number, String filter) throws IOException {
        String cell = filter.endsWith("*") ? "$add$" : "";
        ProverTool.yosys(
                folder,
                LIMIT,
                "read_rtlil " + netlist.bare() + "\nmutate -list 50 -o list.txt -module TreeBuffer "
                        + filter.replace(" -cell $add*", ""));
        return Files.readAllLines(folder.resolve("list.txt")).stream()
                .map(line -> Mutant.of(number, line))
                .filter(m -> m.cell().startsWith(cell))
                .findFirst()
                .orElseThrow();
    }

    private List<String> hashes(String name, Path rtl, int last) throws IOException {
        Path place = Files.createDirectories(folder.resolve(name));
        try (Stream<Path> memories = Files.list(rtl)) {
            for (Path file : memories.filter(f -> f.getFileName().toString().endsWith(".sv"))
                    .toList()) {
                Files.copy(file, place.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        run(
                place,
                "verilator --cc --x-assign fast --x-initial fast --threads 1 -O3 -fno-dfg -Wno-lint -Wno-style"
                        + " -Wno-fatal --top-module TreeBuffer --prefix VTreeBuffer --Mdir obj -y . TreeBuffer.sv");
        run(
                place,
                "v=$(verilator --getenv VERILATOR_ROOT)/include;"
                        + " c='g++ -std=c++17 -w -DVL_IGNORE_UNKNOWN_ARCH';"
                        + " [ -f ../runtime.o ] || $c -I$v -c -o ../runtime.o $v/verilated.cpp;"
                        + " [ -f ../threads.o ] || $c -I$v -c -o ../threads.o $v/verilated_threads.cpp;"
                        // one source, because the headers take longer to read than the rest to compile
                        + " printf '#include \"%s\"\\n' $PWD/obj/*.cpp "
                        + root.resolve("verilator/src/mutant_choice.cpp") + " "
                        + root.resolve("testbench/lab/src/test/resources/mutate/tree_buffer.cpp") + " > unit.cpp;"
                        + " $c -Iobj -I$v -I$v/vltstd -o unit unit.cpp ../runtime.o ../threads.o"
                        + " -pthread -latomic");
        return new ArrayList<>(run(place, "./unit " + last).lines().toList());
    }

    private static String run(Path place, String command) throws IOException {
        ProverTool.Result result = ProverTool.run(place, LIMIT, List.of("bash", "-c", command));
        assertEquals(0, result.exit(), result.output());
        return result.output();
    }
}
