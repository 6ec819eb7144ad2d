// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.rtl.NativeLibraries.LibraryException;
import fairlead.rtl.StructureBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes Verilog that only some campaigns need, when it is first asked for. */
public final class Elaborator {
    private static final int LIMIT = 600; // seconds of processor time
    private static final String DONE = "done.txt";

    private Elaborator() {}

    /**
     * Returns the folder of the harnesses in which units have all of their ports, with folders small and whole.
     *
     * @param names of the harnesses; none means all, which takes minutes
     */
    public static Path unitHarnesses(Path root, String... names) throws IOException {
        String stamp = Files.readString(root.resolve("hw/target/classes.stamp")).strip();
        String chosen = names.length == 0 ? stamp : stamp + "-" + String.join("-", names);
        Path folder = root.resolve("target/prove/units").resolve(chosen);
        List<String> main = new ArrayList<>(List.of("fairlead.prove.EmitProofs", "--units", folder.toString()));
        main.addAll(List.of(names));
        once(root, folder, main.toArray(String[]::new));
        return folder;
    }

    /**
     * Runs a main class of the hardware that writes into a folder, unless it has done it before.
     *
     * @throws LibraryException if it fails
     */
    public static void once(Path root, Path folder, String... main) throws IOException {
        if (Files.exists(folder.resolve(DONE))) {
            return;
        }
        Files.createDirectories(folder);
        Path paths = root.resolve("hw/target/elaborator.classpath");
        if (!Files.exists(paths)) {
            StructureBuild.make("elaborator");
        }
        if (!Files.exists(paths)) {
            throw new LibraryException("no class path of the elaborator in " + paths + "; run scripts/build");
        }
        List<String> command = new ArrayList<>(List.of("java", "-Xss8m", "-XX:+UseSerialGC"));
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1", "-cp", Files.readString(paths).strip()));
        command.addAll(List.of(main));
        ProverTool.Result result = ProverTool.run(folder, LIMIT, command);
        if (result.exit() != 0) {
            throw new LibraryException("the Verilog was not elaborated: " + result.output());
        }
        Files.writeString(folder.resolve(DONE), "elaborated\n");
    }
}
