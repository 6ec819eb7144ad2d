// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A place of a netlist where mutants can be: one pin of one cell, or of one instance of another unit.
 *
 * @param unit the Verilog module
 * @param cell the name of the cell in yosys's netlist
 * @param type the type of the cell; instances have the name of their module
 * @param port the pin
 * @param width the number of bits of the pin
 * @param output whether the cell drives the pin
 * @param source file and line of the emitted Verilog
 */
record MutationSite(String unit, String cell, String type, String port, int width, boolean output, String source) {
    /** The function that takes the place of a cell's own; a pair of words of yosys's cell library. */
    private static final Map<String, String> OTHER = Map.ofEntries(
            Map.entry("$and", "$or"),
            Map.entry("$or", "$and"),
            Map.entry("$xor", "$or"),
            Map.entry("$lt", "$le"),
            Map.entry("$le", "$lt"),
            Map.entry("$gt", "$ge"),
            Map.entry("$ge", "$gt"),
            Map.entry("$add", "$sub"),
            Map.entry("$sub", "$add"),
            Map.entry("$shl", "$shr"),
            Map.entry("$shr", "$shl"),
            Map.entry("$reduce_or", "$reduce_and"),
            Map.entry("$reduce_and", "$reduce_or"));

    /** Returns the kinds of mutants that this site can have. */
    List<MutantKind> kinds() {
        final List<MutantKind> kinds =
                new ArrayList<>(List.of(MutantKind.INVERT, MutantKind.STUCK_0, MutantKind.STUCK_1));
        if (width > 1) {
            kinds.add(MutantKind.WORD_0);
            kinds.add(MutantKind.WORD_1);
        }
        if (output && OTHER.containsKey(type)) {
            kinds.add(MutantKind.OPERATOR);
        }
        if (output && "$mux".equals(type)) {
            kinds.add(MutantKind.SWAP);
        }
        if (output && "$dff".equals(type)) {
            kinds.add(MutantKind.HOLD);
        }
        return kinds;
    }

    /** Returns the function that takes the place of the cell's own. */
    String otherType() {
        return OTHER.get(type);
    }
}
