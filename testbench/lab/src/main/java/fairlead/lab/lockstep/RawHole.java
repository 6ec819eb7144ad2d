// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.lab.cases.RawCase;
import fairlead.lab.cases.RawDraw;
import fairlead.lab.lockstep.RawWatch.Kind;
import fairlead.machine.Unsafe;
import fairlead.rtl.RtlEngineFactory;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A mended hole of the machine that the faults build reopens, and the search for it by raw commands. The search runs on
 * the RTL alone, because the twin does not have the hole.
 *
 * @param variant a value of HwLayout.UnsafeVariant
 * @param kinds the kinds of violation by each of which the hole must be found
 */
public record RawHole(int variant, List<Kind> kinds) {
    public static final List<RawHole> ALL = List.of(
            new RawHole(UnsafeVariant.EPOCH_ANY_TARGET, List.of(Kind.ASTRAY, Kind.OUTLIVES)),
            new RawHole(UnsafeVariant.DLA_ANY_TARGET, List.of(Kind.ASTRAY, Kind.OUTLIVES)),
            new RawHole(UnsafeVariant.DLA_ANY_LANDING, List.of(Kind.OUTSIDE)),
            new RawHole(UnsafeVariant.SUM_WRAPS, List.of(Kind.OUTSIDE)),
            new RawHole(UnsafeVariant.ANY_LENGTH, List.of(Kind.ILLEGAL)),
            new RawHole(UnsafeVariant.EPOCH_ANY_NODE, List.of(Kind.HANG)),
            new RawHole(UnsafeVariant.REFUSED_LOST, List.of(Kind.HANG)),
            new RawHole(UnsafeVariant.MESSAGE_WAITS, List.of(Kind.HANG)),
            new RawHole(UnsafeVariant.RESET_KEEPS, List.of(Kind.STALE)),
            new RawHole(UnsafeVariant.DRAIN_ANYWHERE, List.of(Kind.OUTSIDE)));

    /**
     * The result of a search.
     *
     * @param violation the violation that was found, or null
     * @param words the number of words in all cases, including the case with the violation
     * @param cases the number of cases
     * @param muted the number of failed assertions that did not end a run
     */
    public record Search(RawWatch.Violation violation, long words, long cases, long muted) {}

    public String name() {
        return UnsafeVariant.name(variant);
    }

    /**
     * Plays cases from a seed on, until the hole is found by one of these kinds or `most` words have been given.
     *
     * @param as the kinds of violation that count
     * @param from the first seed
     * @param words the number of words of one case
     * @param most the number of words after which the search ends
     */
    public Search find(
            final Set<Kind> as, final long from, final int words, final long most, final Capabilities limits) {
        final RawRun run = new RawRun(new RtlEngineFactory(), true, EnumSet.copyOf(as));
        long given = 0;
        long muted = 0;
        long cases = 0;
        while (given < most) {
            final RawCase one = RawDraw.draw(from + cases, words, limits);
            final RawRun.Result result = run.play(one, one.machine().withUnsafe(Unsafe.everywhere(variant)));
            given += one.words();
            muted += result.watch().muted();
            cases++;
            if (result.violation() != null) {
                return new Search(result.violation(), given, cases, muted);
            }
        }
        return new Search(null, given, cases, muted);
    }
}
