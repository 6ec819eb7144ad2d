// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.lab.proofs.ProverTool;
import fairlead.rtl.LibraryException;
import fairlead.rtl.StructureBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The Verilog of the product with its assertions and without faults, in which each assertion is an instance
 * ({@link AssertionCells}). It is elaborated when it is first asked for, into a folder of its own.
 */
final class CheckedVerilog {
    private static final String VARIANT = "checked";
    private static final int LIMIT = 600; // seconds of processor time
    private static final String DONE = "done.txt";

    private CheckedVerilog() {}

    /**
     * Returns the folder of the Verilog.
     *
     * @param root the root of the project
     * @param folder the folder into which it is written, if it is not there
     * @throws LibraryException if it cannot be elaborated
     */
    static Path of(final Path root, final Path folder) throws IOException {
        final Path cells = folder.resolve("cells");
        if (!Files.exists(folder.resolve(DONE))) {
            Files.createDirectories(cells);
            elaborate(root, folder, "fairlead.emit.Emit", folder.toString(), VARIANT);
            try (Stream<Path> files = Files.list(folder.resolve("rtl").resolve(VARIANT))) {
                for (final Path file : files.toList()) {
                    final Path copy = cells.resolve(file.getFileName());
                    Files.writeString(copy, AssertionCells.of(Files.readString(file)));
                }
            }
            AssertionCells.write(cells);
            Files.writeString(folder.resolve(DONE), "elaborated\n");
        }
        return cells;
    }

    /**
     * Returns the folder of the harnesses whose units have the size that they have in the product.
     *
     * @param folder the folder into which they are written, if they are not there
     * @throws LibraryException if they cannot be elaborated
     */
    static Path wholeHarnesses(final Path root, final Path folder) throws IOException {
        if (!Files.exists(folder.resolve(DONE))) {
            Files.createDirectories(folder);
            elaborate(root, folder, "fairlead.prove.EmitProofs", "--whole", folder.toString());
            Files.writeString(folder.resolve(DONE), "elaborated\n");
        }
        return folder;
    }

    private static void elaborate(final Path root, final Path folder, final String... main) throws IOException {
        final Path paths = root.resolve("hw/target/elaborator.classpath");
        if (!Files.exists(paths)) {
            StructureBuild.make("elaborator");
        }
        if (!Files.exists(paths)) {
            throw new LibraryException("no class path of the elaborator in " + paths + "; run scripts/build");
        }
        final List<String> command = new ArrayList<>(List.of("java", "-Xss8m", "-XX:+UseSerialGC"));
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1", "-cp", Files.readString(paths).strip()));
        command.addAll(List.of(main));
        final ProverTool.Result result = ProverTool.run(folder, LIMIT, command);
        if (result.exit() != 0) {
            throw new LibraryException("the Verilog was not elaborated: " + result.output());
        }
    }
}
