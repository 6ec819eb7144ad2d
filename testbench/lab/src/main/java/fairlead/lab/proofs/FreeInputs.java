// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.lab.proofs.Netlist.Pin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A harness of a unit in the size of the product: its inputs are free, and its assertions say which are allowed. */
final class FreeInputs {
    private static final Pattern STATEMENT = Pattern.compile(
            "(?s)\\bif \\((~reset\\b.*?)\\) begin\\s+"
                    + "if \\(`ASSERT_VERBOSE_COND_\\)\\s+(\\$error\\(\"[^\"]*\"\\);)\\s+if \\(`STOP_COND_\\)\\s+\\$fatal;\\s+end\n");
    private static final Pattern INSTANCE = Pattern.compile("(?m)^  (\\w+) \\w+ \\($");

    private FreeInputs() {}

    /** @param product the folder of the units; beside it are those with their assertions, where they are built */
    static Netlist of(Path product, String unit) throws IOException {
        Path lab = product.resolveSibling("lab");
        Path checked = Files.isDirectory(lab) ? lab : product;
        Map<String, Pin> ports =
                Netlist.of(Files.readString(product.resolve(unit + ".sv"))).pins(unit);
        StringBuilder text = new StringBuilder();
        Set<String> seen = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(unit));
        while (!open.isEmpty()) {
            String module = open.pop();
            if (seen.add(module)) {
                String verilog = Files.readString(checked.resolve(module + ".sv"));
                INSTANCE.matcher(verilog).results().forEach(instance -> open.push(instance.group(1)));
                String named = STATEMENT.matcher(verilog).replaceAll("a: assert(!($1)) else $2\n");
                text.append(named.replaceAll("(?m)^ *`.*$", ""));
            }
        }
        String pins = Netlist.of(text.toString()).pins(unit).entrySet().stream()
                .filter(pin -> pin.getValue().isInput() || ports.containsKey(pin.getKey()))
                .map(pin -> "." + pin.getKey() + "("
                        + (ports.containsKey(pin.getKey())
                                ? pin.getKey()
                                : pin.getValue().width() + "'b0")
                        + ")")
                .collect(Collectors.joining(", "));
        text.append("module free_inputs(input clock, reset");
        ports.forEach((name, pin) -> {
            if (!name.equals("clock") && !name.equals("reset")) {
                text.append(", ").append(pin.declaration(name));
            }
        });
        return Netlist.of(text + ");\n  " + unit + " dut(" + pins + ");\nendmodule\n");
    }
}
