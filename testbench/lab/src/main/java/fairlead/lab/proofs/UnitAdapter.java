// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.lab.proofs.Answer.ProofVerdict;
import fairlead.lab.proofs.Netlist.Pin;
import fairlead.lab.proofs.Property.Method;
import fairlead.lab.proofs.Property.Mutants;
import fairlead.lab.proofs.Property.PropertyKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The module that takes the place of a unit in a harness: a user's unit, beside a copy of the product's. */
final class UnitAdapter {
    static final String OURS = "__ours"; // after the name of the copy
    static final String OWN = "__own"; // after the name of the user's module
    static final String PIN = "PIN"; // begins the names of the comparisons of outputs

    private UnitAdapter() {}

    /** Returns the name of the comparison of an output, by its place in {@link #outputs}. */
    static String rule(int output) {
        return PIN + "_P" + output;
    }

    static Property comparison(int output, String harness, List<String> given) {
        String id = rule(output);
        return new Property(
                PIN,
                id,
                harness,
                PropertyKind.SAFETY,
                Method.PDR,
                "",
                "",
                List.of(),
                given,
                id,
                Mutants.NONE,
                1,
                0,
                ProofVerdict.PROVED,
                false,
                false);
    }

    /** Returns the outputs that both units have. */
    static List<String> outputs(Map<String, Pin> outer, Map<String, Pin> own) {
        return own.keySet().stream()
                .filter(name -> outer.containsKey(name) && !outer.get(name).isInput())
                .toList();
    }

    /**
     * Returns a module with the ports of the harness's unit, which has both netlists and compares their outputs; those
     * beside an output {@code _valid} only while it is true.
     */
    static String of(String unit, Map<String, Pin> outer, Map<String, Pin> own) {
        StringBuilder wires = new StringBuilder();
        List<String> pins = new ArrayList<>();
        own.forEach((name, pin) -> {
            Pin out = outer.get(name);
            int more = out == null ? 0 : pin.width() - out.width();
            if (pin.isInput()) {
                String value = out == null
                        ? pin.width() + "'b0"
                        : more > 0 ? "{" + more + "'b0, " + name + "}" : name + bits(more < 0, pin.width());
                pins.add("." + name + "(" + value + ")");
            }
        });
        List<String> both = outputs(outer, own);
        for (int k = 0; k < both.size(); k++) {
            String name = both.get(k);
            int width = Math.min(outer.get(name).width(), own.get(name).width());
            wires.append(String.format("  wire [%d:0] own_%s;%n", own.get(name).width() - 1, name));
            wires.append(
                    String.format("  wire [%d:0] ours_%s;%n", outer.get(name).width() - 1, name));
            wires.append(String.format(
                    "  assign %s = own_%1$s%s;%n",
                    name, bits(outer.get(name).width() < own.get(name).width(), width)));
            wires.append(String.format(
                    "  always %s%s__0: assert(%sours_%s[%d:0] == own_%4$s[%5$d:0]);%n",
                    outer.containsKey("clock") ? "@(posedge clock) if (!reset) " : "@* ",
                    rule(k),
                    unless(both, name),
                    name,
                    width - 1));
            pins.add("." + name + "(own_" + name + ")");
        }
        return "module " + unit + "("
                + outer.entrySet().stream()
                        .map(pin -> pin.getValue().declaration(pin.getKey()))
                        .collect(Collectors.joining(", "))
                + ");\n" + wires + "  " + unit + OURS + " ours("
                + outer.entrySet().stream()
                        .filter(pin -> pin.getValue().isInput() || both.contains(pin.getKey()))
                        .map(pin -> "." + pin.getKey() + "(" + (pin.getValue().isInput() ? "" : "ours_") + pin.getKey()
                                + ")")
                        .collect(Collectors.joining(", "))
                + ");\n  " + unit + OWN + " own(" + String.join(", ", pins) + ");\nendmodule\n";
    }

    private static String unless(List<String> outputs, String name) {
        for (int end = name.lastIndexOf('_'); end > 0; end = name.lastIndexOf('_', end - 1)) {
            String valid = name.substring(0, end) + "_valid";
            if (outputs.contains(valid)) {
                return valid.equals(name) ? "" : "!ours_" + valid + " || ";
            }
        }
        return "";
    }

    private static String bits(boolean some, int width) {
        return some ? "[" + (width - 1) + ":0]" : "";
    }
}
