// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.ExitCode;
import fairlead.cli.OptionRange;
import fairlead.lab.mutate.UnitRuns;
import fairlead.lab.proofs.Elaborator;
import fairlead.lab.proofs.ProverTool;
import fairlead.lab.proofs.UnitRules;
import fairlead.lab.proofs.UnitRules.Fate;
import fairlead.lab.proofs.UnitRules.Rule;
import fairlead.lab.proofs.UnitRules.Unreadable;
import fairlead.rtl.OwnUnits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command `scripts/lab unit`: which rules of a unit's page a user's Verilog keeps (docs/use/own-rtl.md).
 */
@Command(name = "unit", mixinStandardHelpOptions = true, showDefaultValues = true)
public final class UnitRulesCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME")
    private String name;

    @Option(names = "--check", paramLabel = "FILE", split = ",", required = true)
    private List<String> files;

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "60")
    private int seconds;

    @Option(names = "--no-runs")
    private boolean noRuns;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "out/unit")
    private Path waves;

    @Override
    public Integer call() throws IOException {
        OptionRange.between("--seconds", seconds, 1, 3600);
        LabMain.require("unit", List.of(name), OwnUnits.names(), "unit");
        List<String> wrong = OwnUnits.refusals(name, files);
        if (!wrong.isEmpty()) {
            wrong.forEach(line -> System.err.println("fairlead: " + line));
            return ExitCode.BAD_INPUT;
        }
        ProverTool.require("yosys", "yosys-abc");
        boolean keeps = true;
        try {
            keeps = rules();
        } catch (Unreadable e) {
            System.out.println("no rule was asked: " + e.getMessage());
        }
        boolean good = noRuns || new UnitRuns(LabMain.root(), Map.of(name, files), this::tell).play();
        return good && keeps ? ExitCode.OK : ExitCode.FAILS;
    }

    /** Asks the rules and tells whether none fails. */
    private boolean rules() throws IOException {
        UnitRules rules = new UnitRules(Elaborator.unitHarnesses(LabMain.root()), OwnUnits.verilog(), seconds);
        List<Rule> all = rules.ask(name, files, waves, rule -> {
            if (!rule.isPin() || rule.fate() != Fate.HOLDS) {
                System.out.println(text(rule));
            }
        });
        Map<Fate, Integer> count = new EnumMap<>(Fate.class);
        all.stream().filter(rule -> !rule.isPin()).forEach(rule -> count.merge(rule.fate(), 1, Integer::sum));
        long pins = all.stream().filter(Rule::isPin).count();
        System.out.printf(
                "%d rules of %s in %d cycles from reset on: %d hold, %d fail, %d not exercised, %d undecided;"
                        + " of %d outputs compared with those of our unit %d differ%n",
                all.size() - pins,
                name,
                UnitRules.FRAMES,
                count.getOrDefault(Fate.HOLDS, 0),
                count.getOrDefault(Fate.FAILS, 0),
                count.getOrDefault(Fate.NOT_EXERCISED, 0),
                count.getOrDefault(Fate.UNDECIDED, 0),
                pins,
                all.stream().filter(rule -> rule.fate() == Fate.DIFFERS).count());
        return !count.containsKey(Fate.FAILS);
    }

    private void tell(UnitRuns.Outcome run) {
        boolean twin = run.kind().equals("lockstep");
        String fate = run.said().isEmpty() ? "holds" : twin ? "differs" : "fails";
        System.out.println(String.format("%-13s %-10s %-24s %s", fate, run.kind(), run.run(), run.said())
                .stripTrailing());
    }

    private String text(Rule rule) {
        String fate = rule.fate().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String line = String.format(
                "%-13s %-10s %-24s %s",
                fate,
                rule.property().assertion(),
                rule.name(),
                rule.cycle() >= 0 ? "cycle " + rule.cycle() + ": " + rule.statement() : rule.statement());
        Path wave = waves.resolve(rule.waveform());
        return rule.cycle() >= 0 && Files.exists(wave) ? line + "\n              waveform: " + wave : line;
    }
}
