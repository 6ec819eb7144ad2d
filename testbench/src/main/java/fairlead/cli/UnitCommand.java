// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.rtl.OwnUnits;
import fairlead.rtl.VerilogPorts;
import fairlead.scenario.BadInput;
import fairlead.scenario.Nearest;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command `fairlead unit`: the units that a scenario can replace (docs/use/own-rtl.md), and a module for one. */
@Command(name = "unit", mixinStandardHelpOptions = true)
final class UnitCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "NAME", description = "a unit of the RTL")
    private String name;

    @Override
    public Integer call() {
        Set<String> names = OwnUnits.names();
        if (name == null) {
            names.forEach(System.out::println);
        } else if (names.contains(name)) {
            System.out.print(template(name, OwnUnits.ports(name)));
        } else {
            throw new BadInput("unit " + name + ": no such unit" + Nearest.hint(name, List.copyOf(names)));
        }
        return ExitCode.OK;
    }

    /** Returns a module with the ports of a unit, which drives 0 on all of its outputs. */
    private static String template(String name, VerilogPorts unit) {
        String ports = unit.ports().entrySet().stream()
                .map(port -> "  " + port.getValue().declaration(port.getKey()))
                .collect(Collectors.joining(",\n"));
        String outputs = unit.ports().entrySet().stream()
                .filter(port -> port.getValue().direction().equals("output"))
                .map(port -> "  assign " + port.getKey() + " = '0;\n")
                .collect(Collectors.joining());
        return "// docs/understand/units.md names the page with the contract of this unit.\nmodule " + name + " (\n"
                + ports + "\n);\n" + outputs + "endmodule\n";
    }
}
