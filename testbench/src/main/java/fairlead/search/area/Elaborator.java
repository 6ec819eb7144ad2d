// SPDX-License-Identifier: Apache-2.0
package fairlead.search.area;

import fairlead.machine.LoadedStructure;
import fairlead.search.area.BufferUnit.At;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The elaboration of single units from Chisel to Verilog at a given depth. The elaboration runs in a process of its
 * own, because the elaborator needs another class path than the command line. The cache is keyed by the hash of the hw
 * sources.
 */
final class Elaborator {
    private static final int STAMP = 16;

    private final String classPath;
    private final Path structure; // null for the default structure
    private final Path folder;

    /**
     * @param hw the folder hw/target of a build
     * @param cache the folder of the cached Verilog
     */
    Elaborator(final Path hw, final Path cache) throws IOException {
        classPath = Files.readString(classPath(hw)).trim();
        final String stamp = Files.readString(hw.resolve("rtl/product.stamp")).trim();
        structure = LoadedStructure.folderOrNull();
        folder = cache.resolve("verilog")
                .resolve(stamp.substring(0, Math.min(STAMP, stamp.length()))
                        + (structure == null ? "" : "-" + structure.getFileName()));
    }

    /** Returns the file with the elaborator's class path, which the build writes. */
    static Path classPath(final Path hw) {
        return hw.resolve("elaborator.classpath");
    }

    String verilog(final At at) throws IOException {
        return Files.readString(file(at));
    }

    private Path file(final At at) {
        return folder.resolve(at.unit().word() + "-" + at.depth() + ".sv");
    }

    void prepare(final Collection<At> units) throws IOException {
        final List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xss8m",
                "-XX:+UseSerialGC", // a short process: what its second compiler costs does not come back
                "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", classPath, "fairlead.emit.AreaUnits"));
        if (structure != null) {
            command.addAll(List.of("--structure", structure.resolve("structure.txt").toString()));
        }
        command.add(folder.toString());
        final int before = command.size();
        units.stream()
                .filter(at -> !Files.exists(file(at)))
                .map(at -> at.unit().word() + "=" + at.depth())
                .distinct()
                .forEach(command::add);
        if (command.size() > before) {
            Files.createDirectories(folder);
            AreaTool.run(folder, command);
        }
    }
}
