// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import fairlead.machine.MachineStructure;
import fairlead.rtl.NativeLibraries.LibraryException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folders of structures below `target/structures` (decision 18). The manifest of a structure and each of its
 * libraries are made when they are first asked for, by scripts/lib/structure.sh, and again when the default build is
 * newer.
 */
public final class StructureBuild {
    private static final String MANIFEST = "manifest";
    private static final String VERILOG = "verilog:";
    private static final String HARNESSES = "prove";

    private StructureBuild() {}

    /** Returns the folder of a structure, with its manifest. */
    public static Path manifest(MachineStructure structure) {
        Path folder = root().resolve("target/structures").resolve(structure.id());
        try {
            Path text = folder.resolve("structure.txt");
            if (!Files.exists(text)) {
                Files.createDirectories(folder);
                Files.writeString(text, structure.text());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return require(folder, MANIFEST);
    }

    /** Returns the folder of a structure, with the Verilog of library `small` in hw/rtl/small. */
    public static Path verilog(MachineStructure structure) {
        return require(manifest(structure), VERILOG + "small");
    }

    /** Returns the Verilog of a variant in the folder of a structure. */
    static Path verilog(Path folder, String variant) {
        return require(folder, VERILOG + variant).resolve("hw/rtl").resolve(variant);
    }

    /** Returns the folder of a structure, with the harnesses of the proofs in hw/rtl/prove. */
    public static Path harnesses(MachineStructure structure) {
        return require(manifest(structure), HARNESSES);
    }

    /** Returns the library of a variant in the folder of a structure. */
    static Path library(Path folder, String variant) {
        return require(folder, variant).resolve("lib").resolve("libfairlead_" + variant + ".so");
    }

    private static Path require(Path folder, String part) {
        try {
            if (isFresh(folder.resolve(part + ".stamp"))) {
                return folder;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String script = root().resolve("scripts/lib/structure.sh").toString();
        String name = "structure " + folder.getFileName() + ": " + part;
        run(name, folder.resolve("build.log"), script, folder.toString(), part.equals(MANIFEST) ? "" : part);
        return folder;
    }

    /**
     * Makes a part of the default build that the build leaves out until it is needed: a library, a program, or the
     * classes of the elaborator. Does nothing if the part has been built or if this process has no checkout.
     */
    public static void make(String part) {
        Path script = root().resolve("scripts/lib/library.sh");
        Path built = root().resolve("target/build.stamp"); // a line ends with the name of each part
        try {
            if (!Files.exists(script)
                    || Files.exists(built)
                            && Files.readAllLines(built).stream().anyMatch(l -> l.endsWith(" " + part))) {
                return;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        run(part, root().resolve("target/build.log"), script.toString(), part);
    }

    static void run(String name, Path log, String... command) {
        try {
            if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
                throw new LibraryException(name + " could not be built; " + log + " has what was said");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LibraryException(name + ": interrupted while it was built");
        }
    }

    /** The same comparison as structure_stamp of scripts/lib/common.sh. */
    private static boolean isFresh(Path stamp) throws IOException {
        return Files.exists(stamp)
                && Files.readString(stamp)
                        .strip()
                        .equals((read("hw/target/rtl/product.stamp")
                                        + read("verilator/target/lib/libfairlead_product.so.crc32"))
                                .strip());
    }

    private static String read(String file) throws IOException {
        return Files.readString(root().resolve(file));
    }

    static Path root() {
        String root = System.getenv("FAIRLEAD_ROOT");
        return Path.of(root == null ? "." : root).toAbsolutePath().normalize();
    }
}
