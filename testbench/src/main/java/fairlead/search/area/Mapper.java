// SPDX-License-Identifier: Apache-2.0
package fairlead.search.area;

import fairlead.run.ToolException;
import fairlead.run.report.ScratchFolder;
import fairlead.run.report.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The mapping of Verilog to cell area: yosys flattens the unit, turns its memories into flip-flops and maps everything
 * onto the cell library. Results are cached by the hash of the Verilog, the library and the tool.
 */
final class Mapper {
    private static final Pattern AREA = Pattern.compile("Chip area for (?:top )?module '[^']*': ([0-9.]+)");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)?");
    private static final String SCRIPT =
            "read_verilog -sv @VERILOG@; synth -flatten -auto-top; dfflibmap -liberty @LIB@;"
                    + " abc -liberty @LIB@; opt_clean; stat -liberty @LIB@";

    private final CellTools tools;
    private final Path cache;
    private final String version;
    private final byte[] library;
    private final AtomicLong mapped = new AtomicLong();

    Mapper(CellTools tools, Path cache) throws IOException {
        this.tools = tools;
        this.cache = Files.createDirectories(cache);
        version = CellTools.run(cache, List.of(tools.yosys().toString(), "-V")).strip();
        library = Files.readAllBytes(tools.library());
    }

    /** Returns the name and version of the tool, as in "Yosys 0.23". */
    String version() {
        String[] words = version.split(" ");
        return words[0] + (words.length > 1 ? " " + words[1] : "");
    }

    /** Returns the number of units that this object mapped because the cache did not hold them. */
    long mapped() {
        return mapped.get();
    }

    /** Tells whether the cache holds the area of this Verilog. */
    boolean has(String verilog) {
        return Files.exists(cache.resolve(key(verilog)));
    }

    /** Returns the cell area of this Verilog, in the area unit of the library. */
    double area(String verilog) throws IOException {
        Path kept = cache.resolve(key(verilog));
        String text = Files.exists(kept)
                ? Files.readString(kept, StandardCharsets.ISO_8859_1).trim()
                : "";
        if (NUMBER.matcher(text).matches()) {
            return Double.parseDouble(text);
        }
        String area = map(verilog); // the cache file is missing or damaged
        WholeFile.write(kept, area + "\n");
        mapped.incrementAndGet();
        return Double.parseDouble(area);
    }

    private String map(String verilog) throws IOException {
        try (ScratchFolder work = new ScratchFolder("map")) {
            Path source = Files.writeString(work.place().resolve("unit.sv"), verilog);
            Matcher m = AREA.matcher(tools.yosys(work.place(), SCRIPT.replace("@VERILOG@", source.toString())));
            if (!m.find()) {
                throw new ToolException("yosys printed no chip area");
            }
            return m.group(1);
        }
    }

    private String key(String verilog) {
        MessageDigest digest = DigestUtils.getSha256Digest();
        digest.update((verilog + "\0" + version + "\0" + SCRIPT + "\0").getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest.digest(library));
    }
}
