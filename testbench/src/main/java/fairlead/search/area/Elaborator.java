// SPDX-License-Identifier: Apache-2.0
package fairlead.search.area;

import fairlead.machine.MachineStructure;
import fairlead.rtl.StructureBuild;
import fairlead.run.ToolException;
import fairlead.search.study.BufferUnit.At;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The elaboration of single units from Chisel to Verilog at a given depth. The elaboration runs in a process of its
 * own, because the elaborator needs another class path than the command line. The cache is keyed by the hash of the hw
 * sources.
 */
final class Elaborator {
    private static final int STAMP = 16;
    private static final Pattern HEAD = Pattern.compile("module InputUnit\\((.*?)\\);", Pattern.DOTALL);

    private final String classPath;
    private final String stamp;
    private final Path cache;

    /**
     * @param hw the folder hw/target of a build
     * @param cache the folder of the cached Verilog
     */
    Elaborator(Path hw, Path cache) throws IOException {
        classPath = Files.readString(classPath(hw)).trim();
        stamp = Files.readString(hw.resolve("rtl/product.stamp")).trim();
        this.cache = cache.resolve("verilog");
    }

    /** Returns the file with the elaborator's class path, which the build writes. */
    static Path classPath(Path hw) {
        return hw.resolve("elaborator.classpath");
    }

    private Path folder(MachineStructure structure) {
        return cache.resolve(stamp.substring(0, Math.min(STAMP, stamp.length()))
                + (structure.equals(MachineStructure.STANDARD) ? "" : "-" + structure.id()));
    }

    private static String file(At at) {
        return at.unit().word() + "-" + at.depth() + ".sv";
    }

    void prepare(MachineStructure structure, Collection<At> units) throws IOException {
        Path folder = folder(structure);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xss8m",
                "-XX:+UseSerialGC", // a short process: what its second compiler costs does not come back
                "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", classPath, "fairlead.emit.AreaUnits"));
        if (!structure.equals(MachineStructure.STANDARD)) {
            Path text = StructureBuild.manifest(structure).resolve("structure.txt");
            command.addAll(List.of("--structure", text.toString()));
        }
        command.add(folder.toString());
        int before = command.size();
        units.stream()
                .filter(at -> !Files.exists(folder.resolve(file(at))))
                .map(at -> at.unit().word() + "=" + at.depth())
                .distinct()
                .forEach(command::add);
        if (command.size() > before) {
            Files.createDirectories(folder);
            CellTools.run(folder, command);
        }
    }

    /**
     * Returns the Verilog of a prepared unit. Around a link's input with dead VCs there is a module that holds the bits
     * of the VC number that never change, on the pins of arrival and of choice. Logic synthesis then removes the memory
     * rows that are never written, and what selects them.
     */
    String verilog(MachineStructure structure, At at) throws IOException {
        String verilog = Files.readString(folder(structure).resolve(file(at)));
        if (!at.hasDeadVcs()) {
            return verilog;
        }
        Matcher head = HEAD.matcher(verilog);
        if (!head.find()) {
            throw new ToolException("the elaborated " + at.unit().word() + " has no module InputUnit");
        }
        return verilog + "\nmodule InputUnitOfVcs(" + head.group(1) + ");\n  InputUnit unit (.io_in_vc("
                + number("io_in_vc", at) + "), .io_pick(" + number("io_pick", at) + "), .*);\nendmodule\n";
    }

    /** Returns the VC number class, v on this pin; each bit of v that is equal in all live VCs is a constant. */
    private static String number(String pin, At at) {
        int bits = Integer.numberOfTrailingZeros(at.ofVcs());
        StringBuilder text = new StringBuilder("{" + pin + "[" + bits + "]");
        for (int bit = bits - 1; bit >= 0; bit--) {
            int ones = 0;
            for (int v = 0; v < at.ofVcs(); v++) {
                ones |= (at.vcs() >> v & 1) == 0 ? 0 : 1 << (v >> bit & 1);
            }
            text.append(", ").append(ones == 1 ? "1'b0" : ones == 2 ? "1'b1" : pin + "[" + bit + "]");
        }
        return text.append('}').toString();
    }
}
