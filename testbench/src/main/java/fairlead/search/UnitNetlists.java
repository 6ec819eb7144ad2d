// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.evaluate.Campaign;
import fairlead.run.ScratchFolder;
import fairlead.run.ToolException;
import fairlead.run.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The modules of a tile, each mapped alone onto a cell library: the modules in it are boxes, and the memories in it
 * flip-flops unless they are boxes too. Netlists are kept by the hash of what they are made of.
 */
final class UnitNetlists {
    private static final Pattern AREA = Pattern.compile("Chip area for (?:top )?module '[^']*': ([0-9.]+)");
    private static final Pattern HEAD = Pattern.compile("// area ([0-9.]+)\n");
    private static final String SCRIPT =
            "read_verilog -sv @VERILOG@; @BOXES@hierarchy -top @TOP@; proc; flatten; opt -fast; memory -nomap; opt -fast;"
                    + " memory_map; opt -fast; techmap; opt -fast; dfflibmap -prepare -liberty @LIB@; opt_clean; rename -wire -suffix _reg;"
                    + " dfflibmap -liberty @LIB@; opt_clean; abc -liberty @LIB@ -constr @CONSTR@ -script"
                    + " +strash;dc2;strash;&get,-n;&dch;&nf;&put;buffer;upsize;dnsize;"
                    + " setundef -zero; opt_clean -purge; stat -liberty @LIB@; write_verilog -noattr -noexpr -simple-lhs netlist.v";

    private final CellTools tools;
    private final RtlModules rtl;
    private final MemoryMacros macros;
    private final Path cache;
    private final byte[] library;
    private final String version;

    /** @param cache the folder of the netlists */
    UnitNetlists(CellTools tools, RtlModules rtl, MemoryMacros macros, Path cache) throws IOException {
        this.tools = tools;
        this.rtl = rtl;
        this.macros = macros;
        this.cache = Files.createDirectories(cache);
        library = Files.readAllBytes(tools.library());
        version = CellTools.run(cache, List.of(tools.yosys().toString(), "-V"));
    }

    /** Tells whether a memory is not made of flip-flops: it has a macro, or too many bits. */
    boolean isBox(String module) {
        return RtlModules.isMemory(module)
                && (RtlModules.bits(module) > Timing.MOST_BITS || macros.of(rtl.memory(module)) != null);
    }

    /** Returns the netlist of each module, by name; those that are not kept are mapped, several at a time. */
    Map<String, Path> of(Collection<String> modules, int jobs, Consumer<String> progress) throws IOException {
        Map<String, Path> netlists = new HashMap<>();
        Campaign.run(
                List.copyOf(modules),
                jobs,
                module -> netlist(module, progress),
                (module, at) -> netlists.put(module, at));
        return netlists;
    }

    /** Returns the area of the cells in a netlist, without that of boxes. */
    static double area(Path netlist) throws IOException {
        try (var lines = Files.lines(netlist, StandardCharsets.ISO_8859_1)) {
            Matcher head = HEAD.matcher(lines.findFirst().orElse("") + "\n");
            if (!head.matches()) {
                throw new ToolException(netlist + " is damaged; remove it");
            }
            return Double.parseDouble(head.group(1));
        }
    }

    private Path netlist(String module, Consumer<String> progress) throws IOException {
        StringBuilder files = new StringBuilder(rtl.file(module).toString());
        StringBuilder boxes = new StringBuilder();
        MessageDigest digest = DigestUtils.getSha256Digest();
        digest.update((SCRIPT + version + rtl.text(module)).getBytes(StandardCharsets.UTF_8));
        for (String child : new TreeSet<>(rtl.instances(module))) {
            boolean cells = RtlModules.isMemory(child) && !isBox(child);
            (cells ? files : boxes).append(' ').append(rtl.file(child));
            digest.update((cells + (cells ? rtl.text(child) : rtl.head(child))).getBytes(StandardCharsets.UTF_8));
        }
        Path kept = cache.resolve(HexFormat.of().formatHex(digest.digest(library)) + ".v");
        if (!Files.exists(kept)) {
            progress.accept("area: yosys maps " + module);
            try (ScratchFolder work = new ScratchFolder("netlist")) {
                String script = SCRIPT.replace("@VERILOG@", files)
                        .replace("@BOXES@", boxes.isEmpty() ? "" : "read_verilog -lib -sv" + boxes + "; ")
                        .replace("@TOP@", module)
                        .replace("@CONSTR@", tools.constraints(work.place()).toString());
                String said = tools.yosys(work.place(), script);
                Matcher area = AREA.matcher(said);
                if (!area.find() && !said.contains("=== " + module + " ===")) {
                    throw new ToolException("yosys printed no statistics of " + module);
                }
                String text = Files.readString(work.place().resolve("netlist.v"), StandardCharsets.ISO_8859_1);
                String cells = area.reset().find() ? area.group(1) : "0"; // yosys prints none if there are only boxes
                WholeFile.write(kept, "// area " + cells + "\n" + text);
            }
        }
        return kept;
    }
}
