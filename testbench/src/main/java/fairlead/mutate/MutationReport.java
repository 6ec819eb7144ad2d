// SPDX-License-Identifier: Apache-2.0
package fairlead.mutate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.apache.commons.csv.CSVFormat;

/** The results of a campaign: a table by unit, a ledger of all mutants, and a page of the survivors. */
public final class MutationReport {
    private static final String HEAD = "%-18s %6s %7s %9s %9s %9s %9s %11s %9s %9s%n";
    private static final String ROW = "%-18s %6d %7d %9d %9d %9d %9d %11d %9d %9d%n";
    private static final int PERCENT = 100;
    private static final int LONGEST = 90; // characters of an answer in the ledger

    private final TileNetlist netlist;
    private final List<String> units;
    private final List<MutantFate> fates;

    MutationReport(final TileNetlist netlist, final List<String> units, final List<MutantFate> fates) {
        this.netlist = netlist;
        this.units = List.copyOf(units);
        this.fates = List.copyOf(fates);
    }

    List<MutantFate> fates() {
        return fates;
    }

    /** Returns the table, whose counts are of mutants, and the shares of all that are not equivalent. */
    public String table() {
        final StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                HEAD,
                "unit",
                "sites",
                "mutants",
                "twin",
                "verdicts",
                "abnormal",
                "killed",
                "equivalent",
                "undecided",
                "survive"));
        int sites = 0;
        for (final String unit : units) {
            sites += netlist.sites(unit).size();
            text.append(row(unit, netlist.sites(unit).size(), of(unit)));
        }
        text.append(row("all", sites, fates));
        final double real = fates.size() - count(fates, f -> f.proof() == MutantFate.Proof.EQUIVALENT);
        text.append(String.format(
                Locale.ROOT,
                "of %.0f mutants that are not equivalent, the twin kills %.1f %%, the verdicts alone %.1f %%, both %.1f %%%n",
                real,
                PERCENT * count(fates, MutantFate::diesByTwin) / real,
                PERCENT * count(fates, MutantFate::diesByVerdicts) / real,
                PERCENT * count(fates, MutantFate::dies) / real));
        return text.toString();
    }

    private static String row(final String name, final int sites, final List<MutantFate> of) {
        return String.format(
                Locale.ROOT,
                ROW,
                name,
                sites,
                of.size(),
                count(of, MutantFate::diesByTwin),
                count(of, MutantFate::diesByVerdicts),
                count(of, MutantFate::isAbnormal),
                count(of, MutantFate::dies),
                count(of, f -> f.proof() == MutantFate.Proof.EQUIVALENT),
                count(of, f -> !f.dies() && f.proof() == MutantFate.Proof.UNDECIDED),
                count(of, f -> !f.dies() && f.proof() == MutantFate.Proof.DIFFERS));
    }

    private List<MutantFate> of(final String unit) {
        return fates.stream().filter(f -> f.mutant().site().unit().equals(unit)).toList();
    }

    private static int count(final List<MutantFate> of, final Predicate<MutantFate> which) {
        return (int) of.stream().filter(which).count();
    }

    /** Returns one line of CSV for each mutant. */
    public String ledger() {
        final StringBuilder text = new StringBuilder();
        try {
            CSVFormat.RFC4180.printRecord(
                    text,
                    "number",
                    "unit",
                    "source",
                    "cell",
                    "pin",
                    "kind",
                    "bit",
                    "lockstep",
                    "verdicts",
                    "deep",
                    "proof");
            for (final MutantFate fate : fates) {
                final WordMutant mutant = fate.mutant();
                CSVFormat.RFC4180.printRecord(
                        text,
                        mutant.number(),
                        mutant.site().unit(),
                        mutant.site().source(),
                        mutant.site().type(),
                        mutant.site().port(),
                        mutant.kind().name().toLowerCase(Locale.ROOT),
                        mutant.bit() < 0 ? "" : mutant.bit(),
                        brief(fate.lockstep()),
                        brief(fate.verdicts()),
                        brief(fate.deep()),
                        fate.proof() == MutantFate.Proof.NONE
                                ? ""
                                : fate.proof().name().toLowerCase(Locale.ROOT));
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static String brief(final String answer) {
        final String line = answer.replaceAll("\\s+", " ").strip();
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST);
    }

    /** Returns a page with each mutant that lives and that no proof shows to be the same machine. */
    public String survivors() {
        final List<String> lines = new ArrayList<>(List.of(
                "# Mutants that nothing noticed",
                "",
                "| number | unit | line of the emitted Verilog | mutant | at the pins of the unit |",
                "|---|---|---|---|---|"));
        for (final MutantFate fate : fates) {
            if (!fate.dies() && fate.proof() != MutantFate.Proof.EQUIVALENT) {
                lines.add(String.format(
                        Locale.ROOT,
                        "| %d | %s | %s | `%s` | %s |",
                        fate.mutant().number(),
                        fate.mutant().site().unit(),
                        fate.mutant().site().source(),
                        fate.mutant().what(),
                        fate.proof().name().toLowerCase(Locale.ROOT)));
            }
        }
        return String.join("\n", lines) + "\n";
    }
}
