// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.lab.mutate.CheckedVerilog.AssertionCells;
import fairlead.lab.proofs.ProverTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The word-level netlist of all units of the tile with their assertions, as yosys reads the emitted Verilog, in a file.
 * A second file has it without assertions. Memories are black boxes: their pins are mutated, their insides are not.
 */
final class TileNetlist {
    static final int LIMIT = 600; // seconds of processor time of one call of yosys
    private static final String FULL = "full.il";
    private static final String BARE = "bare.il";
    private static final Pattern REGISTER = Pattern.compile("-module \"([^\"]+)\" -var \"([^\"]+)\"");
    private static final Pattern MODULE = Pattern.compile("(?ms)^module \\\\(\\w+)\n(.*?)^end$");
    private static final Pattern CELL = Pattern.compile("(?m)^  cell (\\S+) ");
    private static final Pattern RESET = Pattern.compile("(?m)^  wire input \\d+ \\\\reset$");

    private final Path folder;
    private final List<Pattern> set = new ArrayList<>(); // module and word of the registers that runs set
    private final Map<String, Set<String>> parts = new TreeMap<>(); // units in each unit
    private final Map<String, Boolean> resets = new HashMap<>();

    private TileNetlist(Path folder) throws IOException {
        this.folder = folder;
        Matcher modules = MODULE.matcher(Files.readString(bare()));
        while (modules.find()) {
            Matcher cells = CELL.matcher(modules.group(2));
            Set<String> types = new TreeSet<>();
            while (cells.find()) {
                types.add(cells.group(1));
            }
            if (!types.isEmpty()) { // no black box
                parts.put(modules.group(1), types);
                resets.put(modules.group(1), RESET.matcher(modules.group(2)).find());
            }
        }
        List<String> units = List.copyOf(parts.keySet());
        parts.replaceAll((unit, types) -> new TreeSet<>(
                types.stream().map(t -> t.substring(1)).filter(units::contains).toList()));
    }

    /**
     * @param rtl the folder of the Verilog, in which assertions are instances
     * @param kept Verilator's configurations that name registers which are read or set from outside
     * @param set those of them whose registers runs set
     * @param folder the folder of the netlist, which is made if it is not there
     */
    static TileNetlist read(Path rtl, List<Path> kept, List<Path> set, Path folder) throws IOException {
        if (!Files.exists(folder.resolve(BARE))) {
            make(rtl, kept, Files.createDirectories(folder));
        }
        TileNetlist netlist = new TileNetlist(folder);
        for (String[] register : registers(set)) {
            netlist.set.add(Pattern.compile((register[0] + " " + register[1]).replace("*", ".*")));
        }
        return netlist;
    }

    private static List<String[]> registers(List<Path> configurations) throws IOException {
        List<String[]> found = new ArrayList<>();
        for (Path file : configurations) {
            REGISTER.matcher(Files.readString(file)).results().forEach(register -> {
                if (!register.group(2).equals("Memory")) { // its inside is no part of the netlist
                    found.add(new String[] {register.group(1), register.group(2)});
                }
            });
        }
        return found;
    }

    private static void make(Path rtl, List<Path> kept, Path folder) throws IOException {
        List<String> boxes = new ArrayList<>();
        List<String> units = new ArrayList<>();
        Path from = folder.toAbsolutePath().normalize();
        try (Stream<Path> files = Files.list(rtl)) {
            for (Path file : files.sorted().toList()) {
                if (file.toString().endsWith(".sv")) {
                    boolean isBox = AssertionCells.isModule(file)
                            || Files.readString(file).contains(" Memory[");
                    (isBox ? boxes : units) // yosys names cells by the path of their source
                            .add(from.relativize(file.toAbsolutePath().normalize())
                                    .toString());
                }
            }
        }
        List<String> names = new ArrayList<>();
        registers(kept).forEach(register -> names.add(register[0] + "/w:" + register[1]));
        ProverTool.yosys(
                folder,
                LIMIT,
                String.join(
                        "\n",
                        "read_verilog -sv -lib " + String.join(" ", boxes),
                        "read_verilog -sv " + String.join(" ", units),
                        "hierarchy -check -top "
                                + Files.readString(rtl.resolve("top.txt")).strip(),
                        "proc",
                        names.isEmpty() ? "" : "setattr -set keep 1 " + String.join(" ", names),
                        "opt_clean",
                        "rename -enumerate -pattern fl_register_% t:$dff", // a proof turns registers into pins by name
                        "write_rtlil " + FULL,
                        "delete t:" + AssertionCells.ASSERTION + " t:" + AssertionCells.CHOSEN,
                        "opt_clean",
                        "write_rtlil " + BARE));
    }

    Path full() {
        return folder.resolve(FULL).toAbsolutePath();
    }

    /** Returns the file of the netlist without assertions; the cells of both have the same names. */
    Path bare() {
        return folder.resolve(BARE).toAbsolutePath();
    }

    List<String> units() {
        return List.copyOf(parts.keySet());
    }

    boolean hasReset(String unit) {
        return resets.get(unit);
    }

    Set<String> within(String unit) {
        Set<String> found = new TreeSet<>(Set.of(unit));
        parts.get(unit).forEach(part -> found.addAll(within(part)));
        return found;
    }

    /** Tells whether a mutant is at the output of a register that runs set, which would not set it any more. */
    boolean isSet(Mutant mutant) {
        String word = mutant.unit() + " " + mutant.wire().replaceFirst("/.*", "");
        return mutant.pin().equals("Q")
                && set.stream().anyMatch(register -> register.matcher(word).matches());
    }
}
