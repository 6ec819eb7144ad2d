// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.lab.proofs.Elaborator;
import fairlead.lab.proofs.ProverTool;
import fairlead.rtl.NativeLibraries.LibraryException;
import fairlead.run.WholeFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The libraries of mutants below `target/mutants`: the product's tile with its assertions and with many mutants, of
 * which the function `fl_mutant` chooses one for all models that start afterwards. A library is built by
 * verilator/build.sh when it is first asked for; its folder has the name of a hash over the mutants and over the
 * default build. The registers that poke.vlt and cover.vlt name can be set.
 */
final class MutantLibrary {
    private static final int NAME_DIGITS = 12;
    private static final Pattern MODULE = Pattern.compile("(?ms)^module (\\w+)\\(.*?^endmodule\n");
    private static final String BUILT = "built.txt";
    private static final String VARIANT = "product";
    private static final String UNITS = "units";
    private static final int BUILD_LIMIT = 100_000; // seconds of processor time

    private final Path root;
    private final PrintStream progress;

    /**
     * @param root the root of the project
     * @param progress gets a line for each thing built
     */
    MutantLibrary(Path root, PrintStream progress) {
        this.root = root;
        this.progress = progress;
    }

    TileNetlist netlist() throws IOException {
        ProverTool.require("yosys", "verilator", "g++");
        Path verilator = root.resolve("verilator");
        List<Path> set = List.of(verilator.resolve("poke.vlt"), verilator.resolve("cover.vlt"));
        List<Path> kept = new ArrayList<>(set);
        kept.add(verilator.resolve("config.vlt"));
        Path rtl = rtl();
        return TileNetlist.read(rtl, kept, set, rtl.resolveSibling("netlist"));
    }

    private Path rtl() throws IOException {
        Path folder = root.resolve("target/mutants").resolve("checked-" + machine());
        if (!Files.exists(folder)) {
            progress.println("fairlead: elaborating the product with its assertions in " + folder);
        }
        return CheckedVerilog.of(root, Files.createDirectories(folder));
    }

    /** Returns the folder of the harnesses whose units have the size that they have in the product. */
    Path wholeHarnesses() throws IOException {
        Path folder = root.resolve("target/mutants").resolve("whole-" + machine());
        Elaborator.once(root, folder, "fairlead.prove.EmitProofs", "--whole", folder.toString());
        return folder;
    }

    Path of(TileNetlist netlist, List<Mutant> mutants) throws IOException {
        Path all = Files.createDirectories(root.resolve("target/mutants"));
        Path folder = all.resolve(hash(mutants));
        unless(folder.resolve(BUILT), () -> build(netlist, mutants, folder));
        return folder.resolve("lib");
    }

    private interface Step {
        void run() throws IOException;
    }

    /** Runs a step unless its result is there; of several processes one runs it and the others wait. */
    private void unless(Path there, Step step) throws IOException {
        try (FileChannel channel = FileChannel.open(
                        root.resolve("target/mutants/build.lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (!lock.isValid() || !Files.exists(there)) {
                step.run();
            }
        }
    }

    /** Returns a short text that changes with the hardware and the fabric. */
    String machine() throws IOException {
        return hash(List.of());
    }

    private String hash(List<Mutant> mutants) throws IOException {
        MessageDigest digest = DigestUtils.getSha256Digest();
        digest.update(Files.readAllBytes(root.resolve("hw/target/rtl/product.stamp")));
        digest.update(Files.readAllBytes(root.resolve("verilator/target/lib/libfairlead_product.so.crc32")));
        for (Mutant mutant : mutants) {
            digest.update((mutant.choice() + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return HexFormat.of().formatHex(digest.digest()).substring(0, NAME_DIGITS);
    }

    /**
     * Builds the library of single units next to a library of mutants, with the same mutants, unless it is there.
     *
     * @param lib the folder that {@link #of} has returned
     * @param tops the units
     */
    void units(Path lib, List<String> tops) throws IOException {
        unless(lib.resolve("libfairlead_units.so.crc32"), () -> {
            progress.println("fairlead: building " + tops.size() + " single units with the same mutants");
            run(lib.getParent(), UNITS, Map.of("FAIRLEAD_UNITS", String.join(" ", tops)));
            remove(lib.resolveSibling("obj"));
        });
    }

    private void build(TileNetlist netlist, List<Mutant> mutants, Path folder) throws IOException {
        progress.println("fairlead: building a library of " + mutants.size() + " mutants in " + folder);
        long begin = System.nanoTime();
        remove(folder);
        Path verilog = Files.createDirectories(folder.resolve("hw/rtl").resolve(VARIANT));
        try (Stream<Path> files = Files.list(rtl())) {
            for (Path file : files.toList()) {
                Files.copy(file, verilog.resolve(file.getFileName()));
            }
        }
        Path generated = root.resolve("hw/target/generated");
        Files.createSymbolicLink(folder.resolve("hw/generated"), generated);
        write(netlist, mutants, folder, verilog);
        run(folder, VARIANT, Map.of());
        for (String file : List.of("libfairlead_lab.so", "libfairlead_lab.so.crc32")) { // for autopsies
            Files.createSymbolicLink(
                    folder.resolve("lib").resolve(file),
                    root.resolve("verilator/target/lib").resolve(file));
        }
        remove(folder.resolve("obj"));
        String seconds = String.format("%.0f", (System.nanoTime() - begin) / 1e9);
        Files.writeString(folder.resolve(BUILT), mutants.size() + " mutants\n");
        progress.println("fairlead: built in " + seconds + " s");
    }

    static void write(TileNetlist netlist, List<Mutant> mutants, Path folder, Path verilog) throws IOException {
        List<String> commands = new ArrayList<>(List.of("read_rtlil " + netlist.full()));
        mutants.forEach(mutant -> commands.add(mutant.choice()));
        Set<String> units = mutants.stream().map(Mutant::unit).collect(Collectors.toCollection(TreeSet::new));
        commands.add("select " + String.join(" ", units));
        commands.add("write_verilog -noattr -selected mutants.v");
        ProverTool.yosys(folder, TileNetlist.LIMIT, String.join("\n", commands));
        Matcher module = MODULE.matcher(Files.readString(folder.resolve("mutants.v")));
        while (module.find()) {
            units.remove(module.group(1));
            Files.writeString(verilog.resolve(module.group(1) + ".sv"), module.group());
        }
        if (!units.isEmpty()) {
            throw new IllegalStateException("yosys did not write " + units);
        }
    }

    private void run(Path folder, String variant, Map<String, String> environment) throws IOException {
        Map<String, String> variables = new HashMap<>(environment);
        variables.put("FAIRLEAD_STRUCTURE", folder.toString());
        variables.put("FAIRLEAD_MUTANTS", "1");
        List<String> build = List.of(root.resolve("verilator/build.sh").toString(), variant);
        ProverTool.Result built = ProverTool.run(folder, BUILD_LIMIT, build, variables);
        if (built.exit() != 0) {
            throw new LibraryException("the library of mutants could not be built in " + folder + ": " + built.end());
        }
    }

    private static void remove(Path folder) throws IOException {
        if (Files.exists(folder)) {
            WholeFile.deleteFolder(folder);
        }
    }
}
