// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.lab.mutate.MutantFate.MutantRung;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** The results of a campaign: a table by unit and a page of the survivors. */
public record MutationReport(List<String> units, List<MutantFate> fates) {
    private static final Map<String, Predicate<MutantFate>> COLUMNS = new LinkedHashMap<>();

    static {
        COLUMNS.put("mutants", f -> true);
        COLUMNS.put("twin", MutantFate::diesByTwin);
        COLUMNS.put("verdicts", f -> f.diesIn(MutantRung.VERDICTS));
        COLUMNS.put("assertions", f -> f.diesIn(MutantRung.ASSERTIONS));
        COLUMNS.put("pages", f -> f.diesIn(MutantRung.PAGES));
        COLUMNS.put("proofs", f -> f.diesIn(MutantRung.PROOFS));
        COLUMNS.put("alone", MutantFate::diesAlone);
        COLUMNS.put("abnormal", MutantFate::isAbnormal);
        COLUMNS.put("killed", MutantFate::dies);
        COLUMNS.put("equivalent", MutantFate::isEquivalent);
        COLUMNS.put("survive", f -> !f.dies() && !f.isEquivalent());
    }

    private static final int PERCENT = 100;
    private static final double Z = 1.959964; // 95 % of the normal distribution are within this many deviations
    private static final double MILLIS_OF_HOUR = 3.6e6;

    /** Returns the table, whose counts are of mutants, and the shares of all that are not equivalent. */
    public String table() {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-20s", "unit"));
        COLUMNS.keySet().forEach(head -> text.append(String.format(Locale.ROOT, " %10s", head)));
        text.append("\n");
        units.forEach(unit -> text.append(row(unit, of(unit))));
        text.append(row("all", fates));
        List<MutantFate> real = fates.stream().filter(f -> !f.isEquivalent()).toList();
        text.append("of ").append(real.size()).append(" mutants that no proof shows to be equivalent:\n");
        text.append(share("the twin kills in cases", real, MutantFate::diesInCases));
        text.append(share("and, of the rest, in tests", real, MutantFate::diesByTwin));
        text.append(share("the verdicts kill", real, f -> f.diesIn(MutantRung.VERDICTS)));
        text.append(share("verdicts, litmus and raw kill", real, MutantFate::diesOutside));
        text.append(
                share("and, of the rest, assertions", real, f -> f.diesOutside() || f.diesIn(MutantRung.ASSERTIONS)));
        text.append(
                share("and, of the rest, tests of pages", real, f -> f.diesAlone() && !f.diesIn(MutantRung.PROOFS)));
        text.append(share("and, of the rest, proofs", real, MutantFate::diesAlone));
        text.append(share("all rungs kill", real, MutantFate::dies));
        double hours = fates.stream().mapToLong(MutantFate::millis).sum() / MILLIS_OF_HOUR;
        text.append(String.format(Locale.ROOT, "%.2f h of one process%n", hours));
        return text.toString();
    }

    /** Returns a share with its 95 % interval of Wilson. */
    private static String share(String what, List<MutantFate> of, Predicate<MutantFate> which) {
        int count = count(of, which);
        double[] interval = wilson(count, of.size());
        return String.format(
                Locale.ROOT,
                "  %-34s %6d  %5.1f %% (%.1f to %.1f)%n",
                what,
                count,
                PERCENT * count / (double) Math.max(1, of.size()),
                PERCENT * interval[0],
                PERCENT * interval[1]);
    }

    /** Returns the ends of Wilson's interval for a share, at 95 %. */
    static double[] wilson(int count, int of) {
        if (of == 0) {
            return new double[] {0, 1};
        }
        double p = (double) count / of;
        double z2 = Z * Z / of;
        double middle = (p + z2 / 2) / (1 + z2);
        double half = Z / (1 + z2) * Math.sqrt(p * (1 - p) / of + z2 / (4 * of));
        return new double[] {Math.max(0, middle - half), Math.min(1, middle + half)};
    }

    private static String row(String name, List<MutantFate> of) {
        StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "%-20s", name));
        COLUMNS.values().forEach(which -> row.append(String.format(Locale.ROOT, " %10d", count(of, which))));
        return row.append("\n").toString();
    }

    private List<MutantFate> of(String unit) {
        return fates.stream().filter(f -> f.mutant().unit().equals(unit)).toList();
    }

    private static int count(List<MutantFate> of, Predicate<MutantFate> which) {
        return (int) of.stream().filter(which).count();
    }

    /** Returns a page with each mutant that lives and that no proof shows to be the same machine. */
    public String survivors() {
        List<String> lines = new ArrayList<>(List.of(
                "# Mutants that nothing noticed",
                "",
                "| number | unit | line of the emitted Verilog | mutant | at the pins of the unit |",
                "|---|---|---|---|---|"));
        for (MutantFate fate : fates) {
            if (!fate.dies() && !fate.isEquivalent()) {
                lines.add(String.format(
                        Locale.ROOT,
                        "| %d | %s | %s | `%s` | %s |",
                        fate.mutant().number(),
                        fate.mutant().unit(),
                        fate.mutant().source(),
                        fate.mutant().what(),
                        fate.proof().name().toLowerCase(Locale.ROOT)));
            }
        }
        return String.join("\n", lines) + "\n";
    }
}
