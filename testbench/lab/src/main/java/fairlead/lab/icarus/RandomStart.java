// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.icarus;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Verilog whose registers and memories begin with random values in place of unknown ones. An unknown value in a
 * condition takes the `else` branch in Verilog, so a run with unknown values alone does not see what a register without
 * a reset can do there.
 */
final class RandomStart {
    private static final Pattern REGISTER =
            Pattern.compile("^  reg +(?:\\[(\\d+):0\\] *)?(\\w+)(?:\\[0:(\\d+)\\])?;$", Pattern.MULTILINE);
    private static final int WORD = 32; // bits of $random

    private RandomStart() {}

    /** Returns a module with a random start; the values come from the seed of the bench. */
    static String of(final String verilog) {
        final StringBuilder start = new StringBuilder("  integer start_at;\n  initial begin\n");
        for (final Matcher at = REGISTER.matcher(verilog); at.find(); ) {
            // what `always_comb` assigns is a variable and no register
            if (Pattern.compile("^ *" + at.group(2) + "(\\[\\w+\\])? *<=", Pattern.MULTILINE)
                    .matcher(verilog)
                    .find()) {
                start.append(line(at));
            }
        }
        final int end = verilog.lastIndexOf("endmodule");
        return verilog.substring(0, end) + start + "  end\n" + verilog.substring(end);
    }

    private static String line(final Matcher at) {
        final int bits = at.group(1) == null ? 1 : Integer.parseInt(at.group(1)) + 1;
        final String value = "{" + "$random(Bench.seed), ".repeat((bits - 1) / WORD) + "$random(Bench.seed)};\n";
        if (at.group(3) == null) {
            return "    " + at.group(2) + " = " + value;
        }
        return "    for (start_at = 0; start_at <= " + at.group(3) + "; start_at = start_at + 1) " + at.group(2)
                + "[start_at] = " + value;
    }
}
