// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.hw.HwLayout.FaultId;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.lab.requirements.EpochPrograms.Close;
import fairlead.machine.EpochAccess;
import fairlead.machine.Routing;
import java.util.List;
import java.util.stream.Stream;

/** The rows of R-EPO-1 to R-EPO-10, from seed US 8,676,917. */
final class EpochRows {
    private static final int BIG = 4000;
    static final int EPOCHS = 4; // the number of epochs of each task in R-EPO-4

    private EpochRows() {}

    static List<RequirementRow> all() {
        return Stream.of(counts(), closing(), results()).flatMap(List::stream).toList();
    }

    /** Returns the rows about the counts of an epoch and their times. */
    private static List<RequirementRow> counts() {
        return List.of(
                new RequirementRow(
                                "R-EPO-1",
                                "every transfer is rejected once closing has begun, atomically with the count",
                                "8 puts, close in the next cycle, a put and a get in the two cycles behind it",
                                () -> List.of(EpochPrograms.transfersBehindTheClose(EpochPrograms.line(3, 1))),
                                EpochJudges::rejects)
                        .control(
                                "variant epoch_gate_open: the gate admits while closing",
                                "put_rejected",
                                () -> List.of(EpochPrograms.transfersBehindTheClose(
                                        EpochPrograms.line(3, 1).flaw(UnsafeVariant.EPOCH_GATE_OPEN))),
                                "get_rejected",
                                "epoch_closure"),
                new RequirementRow(
                                "R-EPO-2",
                                "gets counted before they leave, never negative; closed only in CLOSING at zero",
                                "two gets 300 cycles apart, the count zero between them, close right behind the second; lab library,"
                                        + " whose EU_A3, EU_P4, EU_P5 end the run",
                                () -> List.of(EpochPrograms.getsApart(
                                        EpochPrograms.line(3, 1).memory(200).asserted())),
                                EpochJudges::getCount)
                        .control(
                                "variant epoch_gets_ignored: closed on the ACK alone",
                                "closed_behind_gets",
                                () -> List.of(EpochPrograms.getsApart(
                                        EpochPrograms.line(3, 1).memory(200).flaw(UnsafeVariant.EPOCH_GETS_IGNORED))),
                                "epoch_closure"),
                new RequirementRow(
                                "R-EPO-3",
                                "put count frozen at closing and carried; ACK when got equals it",
                                "8 puts, close in the next cycle",
                                () -> List.of(EpochPrograms.transfersBehindTheClose(EpochPrograms.line(3, 1))),
                                EpochJudges::frozen)
                        .control(
                                "variant epoch_late: check and count are not atomic, a put is counted 8 cycles after the gate",
                                "count_frozen",
                                () -> List.of(EpochPrograms.transfersBehindTheClose(
                                        EpochPrograms.line(3, 1).flaw(UnsafeVariant.EPOCH_LATE))),
                                "got_equals_count",
                                "acked_behind_puts",
                                "completed",
                                "epoch_closure"),
                new RequirementRow(
                                "R-EPO-4",
                                "got counted by (origin, epoch): several origins, several epochs in flight, consecutive epochs",
                                "3 origins with 2 tasks each at one target, the same two ids in all, 4 epochs each, memory jitter 150",
                                () -> List.of(manyOrigins(0)),
                                EpochJudges::countedApart)
                        .control(
                                "variant epoch_no_origin: a target keys epochs by their id alone",
                                "got_of_its_epoch",
                                () -> List.of(manyOrigins(UnsafeVariant.EPOCH_NO_ORIGIN)),
                                "generation_new",
                                "all_acknowledged",
                                "completed",
                                "epoch_closure"));
    }

    /** Returns the rows about the closing of an epoch and the accesses that it excludes. */
    private static List<RequirementRow> closing() {
        return List.of(
                new RequirementRow(
                                "R-EPO-5",
                                "PUT_COUNT overtakes puts or trails them",
                                "put of 4000 bytes: close at once from the other port, and 3000 cycles later; 2 adaptive puts of 2048"
                                        + " bytes on two ways, one of them congested, and the close right behind them",
                                () -> List.of(
                                        EpochPrograms.one(EpochPrograms.line(3, 3), BIG, 0, Close.AT_ONCE),
                                        EpochPrograms.one(EpochPrograms.line(3, 3), BIG, 0, Close.LATE),
                                        unordered(0)),
                                EpochJudges::bothOrders)
                        .control(
                                "fault epoch_ack_early on the target: acknowledged one put early",
                                "got_is_one",
                                () -> List.of(
                                        EpochPrograms.one(
                                                EpochPrograms.line(3, 3).fault(FaultId.EPOCH_ACK_EARLY, 1, 0),
                                                BIG,
                                                0,
                                                Close.AT_ONCE),
                                        EpochPrograms.one(EpochPrograms.line(3, 3), BIG, 0, Close.LATE),
                                        unordered(0)),
                                "acked_behind_both",
                                "epoch_closure")
                        .control(
                                "variant epoch_last_only: packets that the last one of their put has overtaken are not waited for",
                                "acked_behind_all",
                                () -> List.of(
                                        EpochPrograms.one(EpochPrograms.line(3, 3), BIG, 0, Close.AT_ONCE),
                                        EpochPrograms.one(EpochPrograms.line(3, 3), BIG, 0, Close.LATE),
                                        unordered(UnsafeVariant.EPOCH_LAST_ONLY)),
                                "epoch_closure"),
                new RequirementRow(
                                "R-EPO-6",
                                "count 0 acknowledged at once; puts and gets: both conditions",
                                "empty epoch; put of 32 with get of 4000 bytes; put of 4000 with get of 32",
                                () -> mixed(0),
                                EpochJudges::bothConditions)
                        .control(
                                "variant epoch_gets_ignored: closed on the ACK alone",
                                "both_conditions",
                                () -> mixed(UnsafeVariant.EPOCH_GETS_IGNORED),
                                "epoch_closure"),
                new RequirementRow(
                                "R-EPO-7",
                                "limits hold until TERM; access of others refused, or INIT queued, as configured",
                                "while node 0 holds node 1: a put of node 0 beside its epoch, INIT of node 2, put, get, fetch-add,"
                                        + " compare-and-swap of node 3; with epoch_access open, queue, refuse",
                                () -> guarded(0),
                                EpochAccessJudges::limits)
                        .control(
                                "variant epoch_unguarded: an open epoch limits nobody",
                                "access_refused",
                                () -> guarded(UnsafeVariant.EPOCH_UNGUARDED),
                                "epoch_closure")
                        .partial(
                                "the limit is on the whole memory of the node, not on a window, and on puts, gets and atomics that"
                                        + " the network brings: the node's own stores, messages and the DLA's status are not limited"));
    }

    /** Returns the rows about the meaning of CLOSED, its latency, and epochs with several targets. */
    private static List<RequirementRow> results() {
        return List.of(
                new RequirementRow(
                                "R-EPO-8",
                                "at CLOSED every put is in the target's memory and every get in the origin's",
                                "8 nodes, each to two targets at once, 4 rounds of 6 transfers of up to 1500 bytes, memory jitter 300; in"
                                        + " dimension order, and adaptive",
                                () -> List.of(random(0), adaptive(0)),
                                EpochJudges::everyByte)
                        .control(
                                "variant epoch_packets: packets are counted as puts",
                                "epoch_closure",
                                () -> List.of(random(UnsafeVariant.EPOCH_PACKETS), adaptive(0)),
                                "all_closed",
                                "completed",
                                "conservation"),
                new RequirementRow(
                                "R-EPO-9",
                                "both closing orders and the minimum durations",
                                "closing of an empty epoch; of a put, of a get of 4000 bytes, each at once and when long done",
                                () -> durations(0),
                                EpochJudges::minimum)
                        .control(
                                "variant epoch_gets_ignored: closing does not last as long as its gets",
                                "get_duration",
                                () -> durations(UnsafeVariant.EPOCH_GETS_IGNORED),
                                "epoch_closure"),
                new RequirementRow(
                                "R-EPO-10",
                                "several targets: a count for each, closed when all have acknowledged",
                                "origins 0 and 1, each with targets 2 and 3, opened in ascending rank, epoch_access queue",
                                () -> List.of(EpochPrograms.twoTargets(EpochPrograms.line(4, 1))),
                                EpochJudges::allTargets)
                        .control(
                                "a program that opens them in crossed order",
                                "deadlock_freedom",
                                () -> List.of(EpochPrograms.twoTargetsCrossed(EpochPrograms.line(4, 1))),
                                "count_of_each_target",
                                "closed_behind_all",
                                "completed",
                                "epoch_closure"));
    }

    // ---- runs

    private static SeedRun manyOrigins(final int flaw) {
        return EpochPrograms.manyOrigins(
                new SeedMachine(2, 2, 1, 2).jitter(150).flaw(flaw).maxCycles(60_000), EPOCHS);
    }

    private static List<SeedRun> mixed(final int flaw) {
        return List.of(
                EpochPrograms.one(EpochPrograms.line(3, 3).flaw(flaw), 0, 0, Close.AT_ONCE),
                EpochPrograms.one(EpochPrograms.line(3, 3).flaw(flaw), 32, BIG, Close.AT_ONCE),
                EpochPrograms.one(EpochPrograms.line(3, 3).flaw(flaw), BIG, 32, Close.AT_ONCE));
    }

    private static List<SeedRun> guarded(final int flaw) {
        return List.of(
                EpochPrograms.others(EpochPrograms.line(4, 1).flaw(flaw), EpochAccess.OPEN),
                EpochPrograms.others(EpochPrograms.line(4, 1).flaw(flaw), EpochAccess.QUEUE),
                EpochPrograms.others(EpochPrograms.line(4, 1).flaw(flaw), EpochAccess.REFUSE));
    }

    private static SeedRun random(final int flaw) {
        return EpochPrograms.random(
                new SeedMachine(2, 2, 2, 1).jitter(300).flaw(flaw).maxCycles(60_000), 4, 3);
    }

    private static SeedRun adaptive(final int flaw) {
        return EpochPrograms.random(
                new SeedMachine(2, 2, 2, 1)
                        .jitter(300)
                        .routing(Routing.ADAPTIVE)
                        .depths(51, 32, 16)
                        .flaw(flaw)
                        .maxCycles(60_000),
                4,
                3);
    }

    private static SeedRun unordered(final int flaw) {
        return EpochPrograms.unordered(new SeedMachine(4, 4, 1, 3).flaw(flaw));
    }

    private static List<SeedRun> durations(final int flaw) {
        return List.of(
                EpochPrograms.one(EpochPrograms.line(3, 3).flaw(flaw), 0, 0, Close.AT_ONCE),
                EpochPrograms.one(EpochPrograms.line(3, 3).flaw(flaw), BIG, 0, Close.LATE),
                EpochPrograms.one(EpochPrograms.line(3, 3).flaw(flaw), 0, BIG, Close.LATE),
                EpochPrograms.one(EpochPrograms.line(3, 3).flaw(flaw), BIG, 0, Close.AT_ONCE),
                EpochPrograms.one(EpochPrograms.line(3, 3).flaw(flaw), 0, BIG, Close.AT_ONCE));
    }
}
