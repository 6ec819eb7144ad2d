// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
        final Path rtl = root.resolve("hw/target/rtl/product");
        final TileNetlist netlist = TileNetlist.read(
                rtl,
                root.resolve("verilator/config.vlt"),
                List.of(),
                Files.createDirectories(folder.resolve("netlist")));
        final MutationSite step = netlist.sites("TreeBuffer").stream()
                .filter(s -> "$add".equals(s.type()) && "B".equals(s.port()))
                .findFirst()
                .orElseThrow();
        final MutationSite register = netlist.sites("TreeBuffer").stream()
                .filter(s -> s.kinds().contains(MutantKind.HOLD))
                .findFirst()
                .orElseThrow();
        final List<WordMutant> mutants = List.of(
                new WordMutant(1, step, MutantKind.STUCK_1, 0), // it is 1
                new WordMutant(2, step, MutantKind.INVERT, 0),
                new WordMutant(3, step, MutantKind.WORD_1, -1),
                new WordMutant(4, register, MutantKind.HOLD, -1),
                new WordMutant(5, step, MutantKind.STUCK_0, 1)); // it is 0
        final List<String> sound = hashes("gold", rtl, Files.readString(rtl.resolve("TreeBuffer.sv")), 0);
        final List<String> found =
                hashes("gate", rtl, MutantVerilog.of(netlist, mutants, folder).get("TreeBuffer"), mutants.size());
        assertEquals(sound.get(0), found.get(0), "no mutant is chosen");
        assertEquals(sound.get(0), found.get(1), "a constant is stuck at its value");
        assertNotEquals(sound.get(0), found.get(2), "a bit of a constant is inverted");
        assertNotEquals(sound.get(0), found.get(3), "all bits of a constant are 1");
        assertNotEquals(sound.get(0), found.get(4), "a register never loads");
        assertEquals(sound.get(0), found.get(5), "a constant is stuck at its value");
    }

    private List<String> hashes(final String name, final Path rtl, final String verilog, final int last)
            throws IOException {
        final Path place = Files.createDirectories(folder.resolve(name));
        try (Stream<Path> memories = Files.list(rtl)) {
            for (final Path file : memories.filter(
                            f -> f.getFileName().toString().endsWith(".sv"))
                    .toList()) {
                Files.copy(file, place.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.writeString(place.resolve("TreeBuffer.sv"), verilog);
        run(
                place,
                "verilator --cc --x-assign fast --x-initial fast --threads 1 -O3 -fno-dfg -Wno-lint -Wno-style -Wno-fatal"
                        + " -Werror-UNOPTFLAT --top-module TreeBuffer --prefix VTreeBuffer --Mdir obj -y . TreeBuffer.sv");
        run(
                place,
                "v=$(verilator --getenv VERILATOR_ROOT)/include;"
                        + " c='g++ -std=c++17 -w -DVL_IGNORE_UNKNOWN_ARCH';"
                        + " [ -f ../runtime.o ] || $c -I$v -c -o ../runtime.o $v/verilated.cpp;"
                        + " [ -f ../threads.o ] || $c -I$v -c -o ../threads.o $v/verilated_threads.cpp;"
                        + " $c -Iobj -I$v -I$v/vltstd -o unit obj/*.cpp ../runtime.o ../threads.o "
                        + root.resolve("verilator/src/mutant_choice.cpp") + " "
                        + root.resolve("testbench/src/test/resources/mutate/tree_buffer.cpp") + " -pthread -latomic");
        return new ArrayList<>(run(place, "./unit " + last).lines().toList());
    }

    private static String run(final Path place, final String command) throws IOException {
        final ProverTool.Result result = ProverTool.run(place, LIMIT, List.of("bash", "-c", command));
        assertEquals(0, result.exit(), result.output());
        return result.output();
    }
}
