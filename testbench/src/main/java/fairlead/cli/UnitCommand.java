// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.rtl.OwnUnits;
import fairlead.scenario.BadInput;
import fairlead.scenario.Nearest;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
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
            System.out.print("// docs/understand/units.md names the page with the contract of this unit.\n"
                    + OwnUnits.ports(name).silent(name));
        } else {
            throw new BadInput("unit " + name + ": no such unit" + Nearest.hint(name, List.copyOf(names)));
        }
        return ExitCode.OK;
    }
}
