// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.hw.HwLayout.EventKind;
import fairlead.machine.EpochAccess;
import fairlead.program.Result;
import java.util.List;

/** The predicate of the requirement R-EPO-7. */
final class EpochAccessJudges {
    private EpochAccessJudges() {}

    static void limits(final List<SeedRun> runs, final Finding found) {
        for (final SeedRun run : runs) {
            final EpochAccess access = run.machine().epochAccess();
            for (int i = 0; i < 4; i++) {
                found.need(
                        "access_refused",
                        run.end("refused" + i) == Result.REFUSED,
                        "%s: access %d of a stranger ended %s",
                        access,
                        i,
                        run.end("refused" + i));
            }
            found.need(
                    "own_served",
                    run.end("beside") == Result.DONE
                            && run.lastCommit("beside") < EpochJudges.at(run, 1, EventKind.EPOCH_FREED),
                    "%s: the put of the holder beside its epoch ended %s",
                    access,
                    run.end("beside"));
            found.need(
                    "access_later",
                    run.end("later") == Result.DONE,
                    "%s: access after the end: %s",
                    access,
                    run.end("later"));
            final long freed = EpochJudges.at(run, 1, EventKind.EPOCH_FREED);
            final Events.Event second = run.events().nth(1, EventKind.EPOCH_EXPOSED, 1);
            final int queued = run.events().count(1, EventKind.EPOCH_QUEUED);
            final int denied = run.events().count(2, EventKind.EPOCH_DENIED);
            final boolean together = second.isSeen() && second.cycle() < freed;
            found.need(
                    "exposed_as_configured",
                    second.isSeen() && together == (access == EpochAccess.OPEN),
                    "%s: first freed in cycle %d, second exposed in %d",
                    access,
                    freed,
                    second.cycle());
            found.need(
                    "queued_as_configured",
                    queued == (access == EpochAccess.QUEUE ? 1 : 0),
                    "%s: %d queued",
                    access,
                    queued);
            found.need(
                    "denied_as_configured",
                    denied > 0 == (access == EpochAccess.REFUSE),
                    "%s: %d denied",
                    access,
                    denied);
            found.say(
                    "%s: 4 accesses refused, INIT %s, its epoch exposed %d cycles %s the end of the first",
                    access.name().toLowerCase(java.util.Locale.ROOT),
                    queued > 0 ? "queued" : denied > 0 ? "denied " + denied + " times" : "granted",
                    Math.abs(second.cycle() - freed),
                    together ? "before" : "behind");
            found.needs(run, "epoch_closure", "data_integrity");
        }
    }
}
