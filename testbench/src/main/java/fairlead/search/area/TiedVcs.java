// SPDX-License-Identifier: Apache-2.0
package fairlead.search.area;

import fairlead.hw.HwLayout;
import fairlead.search.area.BufferUnit.At;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Verilog of a link's input whose dead VCs are tied off. A module around the unit holds the bits of the VC number
 * that never change, on the pins of arrival and of choice. Logic synthesis then removes the memory rows that are never
 * written, and what selects them.
 */
final class TiedVcs {
    private static final Pattern HEAD = Pattern.compile("module InputUnit\\((.*?)\\);", Pattern.DOTALL);
    private static final int V_BITS = Integer.numberOfTrailingZeros(HwLayout.VCS_PER_CLASS);

    private TiedVcs() {}

    /** Returns the text of the unit, with a top module around it if it has dead VCs. */
    static String of(final String verilog, final At at) {
        if (!at.hasDeadVcs()) {
            return verilog;
        }
        final Matcher head = HEAD.matcher(verilog);
        if (!head.find()) {
            throw new AreaException("the elaborated " + at.unit().word() + " has no module InputUnit");
        }
        return verilog + "\nmodule InputUnitOfVcs(" + head.group(1) + ");\n  InputUnit unit (.io_in_vc("
                + number("io_in_vc", at.vcs()) + "), .io_pick(" + number("io_pick", at.vcs()) + "), .*);\nendmodule\n";
    }

    /** Returns the VC number class, v on this pin, with each bit of v that is equal in all live VCs as a constant. */
    private static String number(final String pin, final int vcs) {
        final StringBuilder text =
                new StringBuilder("{").append(pin).append('[').append(V_BITS).append(']');
        for (int bit = V_BITS - 1; bit >= 0; bit--) {
            int ones = 0;
            for (int v = 0; v < HwLayout.VCS_PER_CLASS; v++) {
                ones |= (vcs >> v & 1) == 0 ? 0 : 1 << (v >> bit & 1);
            }
            text.append(", ").append(ones == 1 ? "1'b0" : ones == 2 ? "1'b1" : pin + "[" + bit + "]");
        }
        return text.append('}').toString();
    }
}
