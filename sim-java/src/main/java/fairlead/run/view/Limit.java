// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import fairlead.run.Json;
import fairlead.run.RunReport;
import fairlead.run.record.Channels;
import fairlead.run.record.CounterTable;
import fairlead.run.record.TimeAxis.Series;
import fairlead.run.view.ChannelFigures.Metric;
import fairlead.verdict.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What limits a run, by the rule of docs/use/report.md: the resource whose relief shortens the run most, if this is at
 * least a tenth, and first among those of which the shipped machine has more; otherwise the busiest channel, if it
 * carries flits in at least seven of ten cycles; otherwise nothing.
 */
public final class Limit {
    /**
     * One resource relieved: the run was repeated on the twin with more of it.
     *
     * @param change keys with their old and new values
     * @param isStarved true if the run has less of it than the shipped machine
     * @param cycles cycles of the repeated run, or -1 if it did not complete sooner
     * @param causes causes of CounterTable for which a queue waits that lacks the resource
     */
    public record Relief(String resource, String change, boolean isStarved, long cycles, List<String> causes) {
        /** A cause that no counter has: the pool of the DLA, whose answers are counted instead. */
        public static final String POOL = "POOL";

        long saved(long cycles) {
            return this.cycles < 0 ? 0 : Math.max(0, cycles - this.cycles);
        }
    }

    private static final int LEAST_SAVED = 100; // in thousandths of the cycles of the run
    private static final int BUSY = 700; // in thousandths of the cycles of the run
    private static final int THOUSAND = 1000;

    private final RunReport run;
    private final ChannelFigures channels;
    private final List<Relief> reliefs;
    private final String untried;
    private final CounterTable waits;
    private final Series dla; // answers of the DLA, as of Recording.dlaCounts

    /**
     * @param untried why no relief was tried, or an empty string
     * @param dla allocations granted and denied, and requests accepted and discarded
     * @param waitsOrNull performance counters of the run, or null if it did not count
     */
    Limit(
            RunReport run,
            ChannelFigures channels,
            List<Relief> reliefs,
            String untried,
            Series dla,
            CounterTable waitsOrNull) {
        this.dla = dla;
        waits = waitsOrNull;
        this.run = run;
        this.channels = channels;
        this.untried = untried;
        this.reliefs = reliefs.stream()
                .sorted(Comparator.comparingLong(this::rank).reversed())
                .toList();
    }

    /** Orders reliefs: first of resources that are smaller than in the default machine, then by the saving. */
    private long rank(Relief relief) {
        return share(relief) + (relief.isStarved() && share(relief) >= LEAST_SAVED ? THOUSAND + 1 : 0);
    }

    private long share(Relief relief) {
        return relief.saved(run.cycles()) * THOUSAND / Math.max(1, run.cycles());
    }

    private static String percent(long thousandths) {
        return String.format(Locale.ROOT, "%.1f %%", thousandths / 10.0);
    }

    /** Returns the first line of the report. */
    String line() {
        Optional<Verdict> broken = run.verdicts().stream()
                .filter(v -> Boolean.FALSE.equals(v.holds()))
                .findFirst();
        if (broken.isPresent()) {
            return "The verdict " + broken.get().name() + " fails, so nothing is said about the speed: "
                    + broken.get().detail().lines().findFirst().orElse("") + ".";
        }
        if (run.partial()) {
            return "The run did not complete, so nothing is said about its speed: " + run.ending() + ".";
        }
        if (!reliefs.isEmpty() && share(reliefs.get(0)) >= LEAST_SAVED) {
            return relieved();
        }
        int busiest = channels.busiest();
        long busy = busiest < 0 ? 0 : channels.whole(busiest, Metric.UTILISATION);
        if (busy >= BUSY) {
            return "This run is limited by the bandwidth of one channel: " + name(busiest) + " carries a flit in "
                    + percent(busy) + " of all cycles" + tried() + ".";
        }
        return "The data do not show one resource that limits this run: the busiest channel, "
                + (busiest < 0 ? "none" : name(busiest)) + ", carries a flit in " + percent(busy) + " of all cycles"
                + tried() + ".";
    }

    private String relieved() {
        Relief best = reliefs.get(0);
        String next = reliefs.size() > 1 && share(reliefs.get(1)) >= LEAST_SAVED
                ? " Next is " + reliefs.get(1).resource() + ", with " + percent(share(reliefs.get(1))) + " less."
                : "";
        return "This run is limited by " + best.resource() + ": with " + best.change() + " it takes " + best.cycles()
                + " cycles in place of " + run.cycles() + ", " + percent(share(best)) + " less." + counted(best) + next;
    }

    /** Returns what the performance counters have of the resource, as a sentence, or an empty string. */
    private String counted(Relief relief) {
        if (relief.causes().contains(Relief.POOL)) {
            return pool();
        }
        String counted = waits == null ? "" : waits.waits(relief.causes());
        return counted.isEmpty() ? "" : " The performance counters have " + counted + ".";
    }

    private String pool() {
        long denied = dla.whole(1);
        long discarded = dla.whole(3);
        return denied + discarded == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        " The DLA has denied %,d of %,d allocations and discarded %,d of %,d requests.",
                        denied,
                        denied + dla.whole(0),
                        discarded,
                        discarded + dla.whole(2));
    }

    private String tried() {
        if (reliefs.isEmpty()) {
            return "; no resource was relieved" + (untried.isEmpty() ? "" : ": " + untried);
        }
        Relief best = reliefs.get(0);
        return ", and no relieved resource saves a tenth (most: " + best.resource() + ", " + percent(share(best)) + ")";
    }

    private String name(int channel) {
        return Channels.name(channel % Channels.PER_NODE) + " of node "
                + channels.shape.place(channel / Channels.PER_NODE);
    }

    Object json() {
        return Json.object().putPOJO("line", line()).putPOJO("untried", untried).putPOJO("least", LEAST_SAVED);
    }

    Table table() {
        Table table = new Table("limits.csv", "resource,change,less_than_shipped,cycles,saved_share");
        for (Relief r : reliefs) {
            table.row(r.resource(), r.change(), r.isStarved(), Table.known(r.cycles()), Table.decimal(share(r), 3));
        }
        return table;
    }
}
