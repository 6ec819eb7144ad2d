// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The statement that a unit which says that it rests, with idle inputs, changes no register at the next edge: so an edge that its clock is not given is not missed.
 *
 * <p>It is about all registers of the instance {@code dut} of a harness, or of several with numbers behind that, memories included, whatever their names are. So it is made from the flattened design, by a
 * copy of each register that is one cycle older.
 */
final class RestCheck {
    /** Changes with this class, so that no older answer is used. */
    static final String VERSION = "2";

    private static final Pattern REGISTER =
            Pattern.compile("(?m)^  reg (\\[\\d+:\\d+\\] )?(\\\\top\\.dut\\d*\\.\\S* )(= [^;]*)?;$");

    private RestCheck() {}

    /** The flattened design with the assertion {@code id}; its output {@code rest} says when nothing may change. */
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
        // an output of the model would be a statement to the prover
        final String inside =
                flat.replaceFirst("(module \\w+\\([^;]*), rest\\b", "$1").replaceFirst("(?m)^  output rest;$", "");
        final int end = inside.lastIndexOf("endmodule");
        return inside.substring(0, end) + more + inside.substring(end);
    }
}
