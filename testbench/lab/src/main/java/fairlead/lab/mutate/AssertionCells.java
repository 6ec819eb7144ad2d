// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns the assertions of an emitted unit into instances of a module of one property each, which survive yosys, as the
 * statements do not.
 */
final class AssertionCells {
    /** The name of the module of a property. */
    static final String MODULE = "FlAssertion";

    /**
     * The file of the module: it fails the machine in the cycle in which `fails` is 1, with the name of the property.
     */
    static final String TEXT =
            """
            (* keep *)
            module FlAssertion #(parameter NAME = "") (input clock, input fails);
            `ifndef SYNTHESIS
              always @(posedge clock) begin
                if (fails) begin
                  $error("Assertion failed: %s", NAME);
                  $fatal;
                end
              end
            `endif
            endmodule
            """;

    private static final Pattern BLOCK = Pattern.compile("(?s)`ifndef SYNTHESIS\n(.*?)`endif // not def SYNTHESIS\n");
    private static final Pattern ASSERTION = Pattern.compile("(?s)\\bif \\((~reset\\b.*?)\\) begin\\s+"
            + "if \\(`ASSERT_VERBOSE_COND_\\)\\s+\\$error\\(\"Assertion failed: ([^\"]*?)\\\\n\"\\);\\s+"
            + "if \\(`STOP_COND_\\)\\s+\\$fatal;\\s+end\n");
    private static final Pattern PROCESS =
            Pattern.compile("always @\\(posedge clock\\) begin\n|end // always @\\(posedge\\)\n");

    private AssertionCells() {}

    /** Returns the text of a unit in which each assertion is an instance. */
    static String of(final String verilog) {
        final StringBuilder text = new StringBuilder();
        final Matcher block = BLOCK.matcher(verilog);
        int number = 0;
        while (block.find()) {
            final StringBuilder cells = new StringBuilder();
            final Matcher assertion = ASSERTION.matcher(block.group(1));
            while (assertion.find()) {
                final String cell = String.format(
                        "%s #(.NAME(\"%s\")) fl_assertion_%d (.clock(clock), .fails(%s));%n",
                        MODULE, assertion.group(2), number++, assertion.group(1));
                assertion.appendReplacement(cells, Matcher.quoteReplacement(cell));
            }
            assertion.appendTail(cells);
            final String body = PROCESS.matcher(cells).replaceAll("\n");
            block.appendReplacement(text, Matcher.quoteReplacement(body));
        }
        return block.appendTail(text).toString();
    }
}
