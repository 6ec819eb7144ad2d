// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVFormat;

/**
 * What became of the mutants of the twin.
 *
 * @param sites the instructions of the twin that can be changed
 * @param mutants the mutants, in the order of the draw
 * @param answers the answer to each: `alive`, or what noticed it; behind `unreached` if no case executed the
 *     instruction
 */
public record TwinReport(int sites, List<TwinMutant> mutants, List<String> answers) {
    private static final String UNREACHED = "unreached ";
    private static final Pattern CASE = Pattern.compile("case (\\d+): ");
    private static final int LONGEST = 90; // characters of an answer
    private static final CSVFormat FORMAT =
            CSVFormat.RFC4180.builder().setRecordSeparator('\n').get();
    /** The first row of the ledger. */
    static final String HEAD = row("number", "class", "method", "instruction", "line", "kind", "reached", "answer");

    public TwinReport {
        mutants = List.copyOf(mutants);
        answers = List.copyOf(answers);
    }

    private boolean lives(final int i) {
        return answers.get(i).endsWith(MutantRungs.ALIVE);
    }

    private boolean isReached(final int i) {
        return !lives(i) || !answers.get(i).startsWith(UNREACHED);
    }

    /** Returns the number of the case that noticed the mutant; 1 if it broke before the first case had ended. */
    private int noticedBy(final int i) {
        final Matcher m = CASE.matcher(answers.get(i));
        return m.find() ? Integer.parseInt(m.group(1)) : 1;
    }

    private int count(final IntPredicate which) {
        return (int) IntStream.range(0, mutants.size()).filter(which).count();
    }

    /** Returns the table by class and the shares of all. */
    public String table() {
        final Map<String, int[]> units = new TreeMap<>();
        for (int i = 0; i < mutants.size(); i++) {
            final int[] row = units.computeIfAbsent(mutants.get(i).unit(), u -> new int[4]);
            row[0]++;
            row[1] += lives(i) ? 0 : 1;
            row[2] += lives(i) && isReached(i) ? 1 : 0;
            row[3] += isReached(i) ? 0 : 1;
        }
        final StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT, "%-24s%10s%10s%10s%10s%n", "class", "mutants", "killed", "live", "unreached"));
        units.forEach((unit, row) -> text.append(
                String.format(Locale.ROOT, "%-24s%10d%10d%10d%10d%n", unit, row[0], row[1], row[2], row[3])));
        text.append("of ")
                .append(mutants.size())
                .append(" mutants, drawn from ")
                .append(sites)
                .append(" instructions:\n");
        text.append(share("killed", count(i -> !lives(i)), mutants.size()));
        text.append(share("killed, of those that are reached", count(i -> !lives(i)), count(this::isReached)));
        for (final int cases : new int[] {1, 6, 20}) {
            text.append(share(
                    "killed within " + cases + " cases",
                    count(i -> !lives(i) && noticedBy(i) <= cases),
                    mutants.size()));
        }
        return text.toString();
    }

    private static String share(final String what, final int count, final int of) {
        final double[] interval = MutationReport.wilson(count, of);
        return String.format(
                Locale.ROOT,
                "  %-36s %6d of %d  %5.1f %% (%.1f to %.1f)%n",
                what,
                count,
                of,
                100 * count / (double) Math.max(1, of),
                100 * interval[0],
                100 * interval[1]);
    }

    /** Returns the row of a mutant in the ledger. */
    static String row(final TwinMutant m, final String answer) {
        final String said = answer.replace(UNREACHED, "").replaceAll("\\s+", " ");
        return row(
                m.number(),
                m.type(),
                m.method(),
                m.index(),
                m.line(),
                m.kind().name().toLowerCase(Locale.ROOT),
                !answer.startsWith(UNREACHED) || !answer.endsWith(MutantRungs.ALIVE),
                said.length() <= LONGEST ? said : said.substring(0, LONGEST));
    }

    private static String row(final Object... cells) {
        final StringBuilder text = new StringBuilder();
        try {
            FORMAT.printRecord(text, cells);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Returns a row of CSV for each mutant, in the order of their numbers. */
    public String ledger() {
        final StringBuilder text = new StringBuilder(HEAD);
        for (int i = 0; i < mutants.size(); i++) {
            text.append(row(mutants.get(i), answers.get(i)));
        }
        return text.toString();
    }

    /** Returns a page with each mutant that lives. */
    public String survivors() {
        final StringBuilder text = new StringBuilder("# Mutants of the twin that lockstep did not notice\n\n"
                + "| number | place | reached |\n|---|---|---|\n");
        for (int i = 0; i < mutants.size(); i++) {
            if (lives(i)) {
                text.append("| ")
                        .append(mutants.get(i).number())
                        .append(" | ")
                        .append(mutants.get(i).text());
                text.append(isReached(i) ? " | yes |\n" : " | no |\n");
            }
        }
        return text.toString();
    }
}
