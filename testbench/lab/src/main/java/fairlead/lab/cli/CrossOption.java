// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.lab.lockstep.WaitCross;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The option that shows which cells of the cross of waits the cases have hit (docs/lab/lockstep.md). */
final class CrossOption {
    @Option(names = "--cross")
    private boolean asked;

    boolean isAsked() {
        return asked;
    }

    /** Returns the cells that were hit although they are listed as impossible, if the option is given. */
    List<String> wrong(WaitCross waits) {
        return asked ? waits.wrong(WaitCross.impossible()) : List.of();
    }

    void print(WaitCross waits) {
        if (!asked) {
            return;
        }
        Map<String, String> impossible = WaitCross.impossible();
        List<String> never = new ArrayList<>();
        waits.hits().forEach((cell, hits) -> {
            if (hits == 0 && !impossible.containsKey(cell)) {
                never.add(cell);
            }
        });
        long seen = waits.hits().values().stream().filter(hits -> hits > 0).count();
        System.out.printf(
                "cross of waits: %d of %d cells seen, %d impossible, %d possible and never seen%n",
                seen, waits.hits().size(), impossible.size(), never.size());
        never.forEach(cell -> System.out.println("never seen: " + cell));
        wrong(waits).forEach(cell -> System.out.println("seen, but listed as impossible: " + cell));
    }
}
