// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.machine.MachineStructure;
import fairlead.scenario.StructureFile;
import fairlead.scenario.StructureFile.OtherStructure;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that names the structure of a command's machines where no scenario does. */
public final class StructureOption {
    @Option(
            names = "--structure",
            paramLabel = "FILE",
            description = "structure of the machines (fairlead.structure/1)")
    private Path file;

    /** Returns the words of a command that ask for the same structure, with a space in front. */
    public String words() {
        return file == null ? "" : " --structure " + file;
    }

    /** Throws OtherStructure unless this process has the structure. */
    public void require() {
        require(file);
    }

    /** Throws OtherStructure unless this process has the structure of a file; null asks for none. */
    public static void require(Path file) {
        require(file, file == null ? null : StructureFile.read(file));
    }

    /** Does the same for a structure that may be of routers alone. */
    public void requireOfRouters() {
        require(file, file == null ? null : StructureFile.readOfRouters(file));
    }

    private static void require(Path file, MachineStructure wanted) {
        if (wanted != null && !wanted.equals(MachineStructure.loaded())) {
            throw new OtherStructure(file.toString(), wanted);
        }
    }
}
