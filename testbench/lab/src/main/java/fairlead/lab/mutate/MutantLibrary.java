// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.lab.proofs.ProverTool;
import fairlead.rtl.LibraryException;
import fairlead.run.report.ScratchFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The libraries of mutants below `target/mutants`: the product's tile with many mutants, of which the function
 * `fl_mutant` chooses one for all models that start afterwards, or the same with the tile's assertions. A library is
 * built by verilator/build.sh when it is first asked for; its folder has the name of a hash over the mutants and over
 * the default build. The registers that poke.vlt and cover.vlt name can be set.
 */
final class MutantLibrary {
    private static final int NAME_DIGITS = 12;
    private static final String BUILT = "built.txt";
    private static final String VARIANT = "product";
    private static final String UNITS = "units";

    private final Path root;
    private final PrintStream progress;
    private final boolean checked;

    /**
     * @param root the root of the project
     * @param progress is told what is built
     * @param checked whether the tile has its assertions
     */
    MutantLibrary(final Path root, final PrintStream progress, final boolean checked) {
        this.root = root;
        this.progress = progress;
        this.checked = checked;
    }

    /** Reads the netlist of the product, or of the product with its assertions. */
    TileNetlist netlist() throws IOException {
        for (final String tool : List.of("yosys", "verilator", "g++")) {
            if (!ProverTool.installed(tool)) {
                throw new LibraryException(
                        tool + " is not installed; as root: apt-get install " + tool + " (Debian 12 name)");
            }
        }
        try (ScratchFolder scratch = new ScratchFolder("mutate")) {
            final Path verilator = root.resolve("verilator");
            return TileNetlist.read(
                    rtl(),
                    verilator.resolve("config.vlt"),
                    List.of(verilator.resolve("poke.vlt"), verilator.resolve("cover.vlt")),
                    scratch.place());
        }
    }

    private Path rtl() throws IOException {
        if (checked) {
            final Path folder = root.resolve("target/mutants").resolve("checked-" + hash(List.of()));
            if (!Files.exists(folder)) {
                progress.println("fairlead: elaborating the product with its assertions in " + folder);
            }
            return CheckedVerilog.of(root, Files.createDirectories(folder));
        }
        final Path rtl = root.resolve("hw/target/rtl").resolve(VARIANT);
        if (!Files.isDirectory(rtl)) {
            throw new LibraryException("no Verilog in " + rtl + "; run scripts/build");
        }
        return rtl;
    }

    /** Returns the folder of the harnesses whose units have the size that they have in the product. */
    Path wholeHarnesses() throws IOException {
        final Path folder = root.resolve("target/mutants").resolve("whole-" + hash(List.of()));
        return CheckedVerilog.wholeHarnesses(root, folder);
    }

    /** Returns the folder with the library of these mutants, for FAIRLEAD_LIB_DIR. */
    Path of(final TileNetlist netlist, final List<WordMutant> mutants) throws IOException {
        final Path all = Files.createDirectories(root.resolve("target/mutants"));
        final Path folder = all.resolve(hash(mutants));
        try (FileChannel channel = FileChannel.open(
                        all.resolve("build.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (!lock.isValid() || !Files.exists(folder.resolve(BUILT))) {
                build(netlist, mutants, folder);
            }
        }
        return folder.resolve("lib");
    }

    /** Returns a short text that changes with the hardware and the fabric. */
    String machine() throws IOException {
        return hash(List.of());
    }

    private String hash(final List<WordMutant> mutants) throws IOException {
        try {
            final MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(Files.readAllBytes(root.resolve("hw/target/rtl/product.stamp")));
            digest.update(Files.readAllBytes(root.resolve("verilator/target/lib/libfairlead_product.so.crc32")));
            digest.update((checked ? "checked" : "").getBytes(StandardCharsets.UTF_8));
            for (final WordMutant mutant : mutants) {
                digest.update((mutant.number() + " " + mutant.text() + "\n").getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, NAME_DIGITS);
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Builds the library of single units beside a library of mutants, with the same mutants, unless it is there.
     *
     * @param lib the folder that {@link #of} has returned
     * @param tops the units
     */
    void units(final Path lib, final List<String> tops) throws IOException {
        final Path all = root.resolve("target/mutants");
        try (FileChannel channel = FileChannel.open(
                        all.resolve("build.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (lock.isValid() && !Files.exists(lib.resolve("libfairlead_units.so.crc32"))) {
                progress.println("fairlead: building " + tops.size() + " single units with the same mutants");
                run(lib.getParent(), UNITS, Map.of("FAIRLEAD_UNITS", String.join(" ", tops)));
                remove(lib.resolveSibling("obj"));
            }
        }
    }

    private void build(final TileNetlist netlist, final List<WordMutant> mutants, final Path folder)
            throws IOException {
        progress.println("fairlead: building a library of " + mutants.size() + " mutants in " + folder);
        final long begin = System.nanoTime();
        remove(folder);
        final Path verilog = Files.createDirectories(folder.resolve("hw/rtl").resolve(VARIANT));
        try (Stream<Path> files = Files.list(rtl())) {
            for (final Path file : files.toList()) {
                Files.copy(file, verilog.resolve(file.getFileName()));
            }
        }
        final Path generated = root.resolve("hw/target/generated");
        Files.createSymbolicLink(folder.resolve("hw/generated"), generated);
        for (final Map.Entry<String, String> unit :
                MutantVerilog.of(netlist, mutants, folder).entrySet()) {
            Files.writeString(verilog.resolve(unit.getKey() + ".sv"), unit.getValue());
        }
        run(folder, VARIANT, Map.of());
        for (final String file : List.of("libfairlead_lab.so", "libfairlead_lab.so.crc32")) { // for autopsies
            Files.createSymbolicLink(
                    folder.resolve("lib").resolve(file),
                    root.resolve("verilator/target/lib").resolve(file));
        }
        remove(folder.resolve("obj"));
        final String seconds = String.format("%.0f", (System.nanoTime() - begin) / 1e9);
        Files.writeString(folder.resolve(BUILT), mutants.size() + " mutants\n");
        progress.println("fairlead: built in " + seconds + " s");
    }

    /** Runs verilator/build.sh for a variant of the Verilog in a folder. */
    private void run(final Path folder, final String variant, final Map<String, String> environment)
            throws IOException {
        final Path log = folder.resolve("build-" + variant + ".log");
        final ProcessBuilder builder = new ProcessBuilder(
                        root.resolve("verilator/build.sh").toString(), variant)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        builder.environment().put("FAIRLEAD_STRUCTURE", folder.toString());
        builder.environment().put("FAIRLEAD_MUTANTS", "1");
        final Process process = builder.start();
        try {
            if (process.waitFor() != 0) {
                throw new LibraryException("the library of mutants could not be built; see " + log);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LibraryException("interrupted while the library of mutants was built");
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
    }

    private static void remove(final Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (final Path file :
                        files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
