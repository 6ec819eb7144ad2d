// SPDX-License-Identifier: Apache-2.0
package fairlead.search.area;

import fairlead.search.study.BufferBits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The width of an entry of the router's VC buffers, in the Verilog of the structure of this code and as it is counted.
 */
public final class ElaboratedEntry {
    private static final Pattern MEMORY = Pattern.compile("(?m)^\\s+(?:data|metas)\\w*_\\d+x(\\d+) \\w+ \\(");

    private ElaboratedEntry() {}

    /** Returns the widths of a link's input, of a local input, and what {@link BufferBits} counts. */
    public static List<Integer> widths(final String hw, final String cache) throws IOException {
        final Elaborator elaborator = new Elaborator(Path.of(hw), Path.of(cache));
        final List<BufferUnit.At> units = List.of(BufferUnit.LINK_INPUT.at(4), BufferUnit.LOCAL_INPUT.at(4));
        elaborator.prepare(units);
        return List.of(
                width(elaborator.verilog(units.get(0))),
                width(elaborator.verilog(units.get(1))),
                BufferBits.ROUTER_ENTRY);
    }

    private static int width(final String verilog) {
        final Matcher memory = MEMORY.matcher(verilog);
        int bits = 0;
        while (memory.find()) {
            bits += Integer.parseInt(memory.group(1));
        }
        return bits;
    }
}
