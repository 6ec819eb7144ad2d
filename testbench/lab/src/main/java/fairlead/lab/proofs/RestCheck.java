// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The statement that a unit which reports rest, with idle inputs, changes no register at the next clock edge, so that
 * the fabric may omit this edge.
 *
 * <p>The statement covers all registers of the harness's instance {@code dut}, or of several instances with numbers
 * after this name, including memories. The statement is therefore generated from the flattened design, with a copy of
 * each register that is one cycle older.
 */
final class RestCheck {
    /**
     * The version of this class. The version must change with every change of the class, so that no older answer is
     * used.
     */
    static final String VERSION = "2";

    private static final Pattern REGISTER =
            Pattern.compile("(?m)^  reg (\\[\\d+:\\d+\\] )?(\\\\top\\.dut\\d*\\.\\S* )(= [^;]*)?;$");

    private RestCheck() {}

    /**
     * Returns the flattened design with the assertion {@code id}; the design's output {@code rest} tells when no
     * register may change.
     */
    static String with(final String flat, final String id) {
        final StringBuilder more =
                new StringBuilder("  reg rested = 1'b0;\n  always @(posedge clock) rested <= rest & ~first;\n");
        final StringBuilder same = new StringBuilder("1'b1");
        final Matcher m = REGISTER.matcher(flat);
        int n = 0;
        while (m.find()) {
            final String width = m.group(1) == null ? "" : m.group(1);
            more.append(
                    String.format("  reg %swas_%d; always @(posedge clock) was_%d <= %s;%n", width, n, n, m.group(2)));
            same.append(String.format(" && %s == was_%d", m.group(2), n));
            n++;
        }
        if (n == 0) {
            throw new ProveException(id + ": the harness has no instance dut with registers");
        }
        more.append("  always @(posedge clock) if (!first) ")
                .append(id)
                .append("__0: assert(!rested || (")
                .append(same)
                .append("));\n");
        // the prover would take an output of the model for a statement
        final String inside =
                flat.replaceFirst("(module \\w+\\([^;]*), rest\\b", "$1").replaceFirst("(?m)^  output rest;$", "");
        final int end = inside.lastIndexOf("endmodule");
        return inside.substring(0, end) + more + inside.substring(end);
    }
}
