// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import com.sun.jna.Function;
import com.sun.jna.StringArray;
import fairlead.machine.LoadedStructure;
import fairlead.rtl.StructureBuild;
import fairlead.scenario.OtherStructure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Starts the process again, in its own place, with another structure (decision 18). */
final class Relaunch {
    private Relaunch() {}

    /**
     * Elaborates the structure that `e` asks for, if that has not been done, and replaces this process by one that has
     * it, with the same arguments, standard streams and process id. Returns only if that is not possible.
     */
    static void with(final OtherStructure e) throws IOException {
        if (LoadedStructure.folderOrNull() != null) {
            return; // the inputs of one command ask for different structures
        }
        final String line = Files.readString(Path.of("/proc/self/cmdline"), StandardCharsets.UTF_8);
        final List<String> words = new ArrayList<>(
                Arrays.asList(line.substring(0, line.length() - 1).split("\0", -1)));
        words.add(1, "-D" + LoadedStructure.PROPERTY + "=" + StructureBuild.manifest(e.wanted()));
        System.out.flush();
        System.err.flush();
        Function.getFunction("c", "execv")
                .invokeInt(new Object[] {"/proc/self/exe", new StringArray(words.toArray(new String[0]))});
    }
}
