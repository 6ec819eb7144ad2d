// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rows of R-DLA-11 to R-DLA-15: markers, status in memory, merged events, clears, and a comparison of the DLA with
 * its bypass.
 */
final class DlaOptionRows {
    /** The pool sizes, in words, of the storms with the DLA bypassed. */
    static final int[] BYPASSED = {5, 16, 32};

    /** The number of R-DLA-12 runs in which software reads the status copy. */
    static final int COPIES = 3;

    private static final int LARGEST = 64;

    private DlaOptionRows() {}

    static List<RequirementRow> all() {
        return Stream.of(notices(), deaths()).flatMap(List::stream).toList();
    }

    /** Returns the rows about the events that software receives. */
    private static List<RequirementRow> notices() {
        return List.of(
                new RequirementRow(
                                "R-DLA-11",
                                "marker told only after all earlier requests of its channel have left",
                                "12 puts of one transaction, a marker behind the sixth; a marker of a channel that has sent nothing",
                                () -> List.of(DlaOptionPrograms.marked(DlaPrograms.machine(64))),
                                DlaOptionJudges::behindItsRequests)
                        .control(
                                "variant early_mark: a marker is answered when it is given",
                                "marked_behind",
                                () -> List.of(DlaOptionPrograms.marked(
                                        DlaPrograms.machine(64).flaw(UnsafeVariant.EARLY_MARK)))),
                new RequirementRow(
                                "R-DLA-12",
                                "status written to memory on threshold or timer, a hint that nothing depends on",
                                "a task takes the whole pool; another sees the copy, which says it is free, and sends: copy"
                                        + " after 3 credits, after 50 cycles, none; memory latency 300; low CD, high CD and PR with puts in each,"
                                        + " copy after 3 credits, after 50 cycles",
                                () -> copies(false),
                                DlaOptionJudges::hint)
                        .control(
                                "software that trusts the copy and does not send again",
                                "both_in_memory",
                                () -> copies(true))
                        .control(
                                "variant status_zero: the copy is always 0",
                                "status_words",
                                () -> copies(false, UnsafeVariant.STATUS_ZERO))
                        .control(
                                "variant status_late: written a credit behind the threshold, a cycle behind the timer",
                                "status_times",
                                () -> copies(false, UnsafeVariant.STATUS_LATE)),
                new RequirementRow(
                                "R-DLA-13",
                                "events merge when their credits run out, newest id wins, ids are cumulative",
                                "one event credit: 6 blocks of one channel, credits back afterwards, and what software takes for lost"
                                        + " sent again; 4 tasks with 12 puts each, 4 blocks under way",
                                () -> List.of(DlaOptionPrograms.blocks(true), tasks()),
                                DlaOptionJudges::merged)
                        .control(
                                "software that takes a merged event for one block",
                                "each_block_once",
                                () -> List.of(DlaOptionPrograms.blocks(false), tasks())));
    }

    /** Returns the rows about the death of a process and about the bypass. */
    private static List<RequirementRow> deaths() {
        return List.of(
                new RequirementRow(
                                "R-DLA-14",
                                "forced reclaim on the death of a process",
                                "CD and PR, drained and purged, over slow links: 4 puts, a fifth without its data, clear; then the whole pool of 32",
                                () -> clears(0),
                                DlaOptionJudges::reclaimed)
                        .control(
                                "variant no_release: credits never come home",
                                "pool_again",
                                () -> clears(UnsafeVariant.NO_RELEASE),
                                "requests_add_up"),
                new RequirementRow(
                                "R-DLA-15",
                                "what deadlocks with the DLA bypassed, and is named, completes with it at every pool",
                                "3 nodes, each with 60 gets of 64 bytes from the next; pools of 5 to 64 words, then 5, 16 and 32 bypassed",
                                () -> storms(DlaOptions.NONE),
                                DlaOptionJudges::drains)
                        .control(
                                "the DLA bypassed in all of them",
                                "deadlock_freedom",
                                () -> storms(DlaOptions.BYPASS),
                                "completed"));
    }

    private static SeedRun tasks() {
        return DlaPrograms.overfull(
                DlaPrograms.machine(8).options(DlaOptions.events(1).withBlocks(4)), true);
    }

    private static List<SeedRun> copies(final boolean trusted) {
        return copies(trusted, 0);
    }

    private static List<SeedRun> copies(final boolean trusted, final int flaw) {
        final int at = DlaOptionPrograms.STATUS;
        final List<SeedRun> runs = new ArrayList<>();
        for (final DlaOptions options : List.of(
                new DlaOptions(0, at, 3, 0, 1, false), new DlaOptions(0, at, 0, 50, 1, false), DlaOptions.NONE)) {
            final SeedMachine machine = new SeedMachine(2, 1, 1, 2)
                    .memory(300)
                    .dla(16, DlaLimits.of(16))
                    .options(options)
                    .flaw(flaw);
            runs.add(DlaOptionPrograms.copy(machine, trusted));
        }
        for (final DlaOptions options :
                List.of(new DlaOptions(0, at, 3, 0, 1, false), new DlaOptions(0, at, 0, 50, 1, false))) {
            runs.add(DlaOptionPrograms.status(
                    DlaPrograms.machine(64).options(options).flaw(flaw)));
        }
        return runs;
    }

    private static List<SeedRun> clears(final int flaw) {
        final List<SeedRun> runs = new ArrayList<>();
        for (final boolean persistent : new boolean[] {false, true}) {
            for (final boolean purge : new boolean[] {false, true}) {
                final SeedMachine machine =
                        DlaPrograms.machine(32).link(40).depths(1, 1, 8).asserted();
                runs.add(DlaOptionPrograms.cleared(machine.flaw(flaw), persistent, purge));
            }
        }
        return runs;
    }

    /** Runs the storm with these options for every pool size, and then for some sizes with the DLA bypassed. */
    private static List<SeedRun> storms(final DlaOptions options) {
        final List<SeedRun> runs = new ArrayList<>();
        for (int words = DlaPrograms.CREDITS; words <= LARGEST; words++) {
            runs.add(DlaOptionPrograms.storm(words, options));
        }
        for (final int words : BYPASSED) {
            runs.add(DlaOptionPrograms.storm(words, DlaOptions.BYPASS));
        }
        return runs;
    }
}
