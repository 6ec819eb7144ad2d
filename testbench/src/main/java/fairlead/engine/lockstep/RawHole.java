// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.lockstep;

import fairlead.engine.api.Capabilities;
import fairlead.engine.api.Unsafe;
import fairlead.engine.lockstep.RawWatch.Kind;
import fairlead.engine.lockstep.cases.RawCase;
import fairlead.engine.lockstep.cases.RawDraw;
import fairlead.engine.rtl.RtlEngineFactory;
import fairlead.hw.HwLayout.UnsafeVariant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A hole of the machine that was mended, open again in the faults build, and how raw commands find it: on the RTL alone, as there is no twin to differ from that does it right.
 *
 * @param variant HwLayout.UnsafeVariant
 * @param kinds as which it is found, each
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
            new RawHole(UnsafeVariant.RESET_KEEPS, List.of(Kind.STALE)));

    /**
     * What came of looking for it.
     *
     * @param violation null when it was not found
     * @param words of all cases, the one that found it included
     */
    public record Search(RawWatch.Violation violation, long words, long cases, long muted) {}

    public String name() {
        return UnsafeVariant.name(variant);
    }

    /**
     * Plays cases from a seed on until the hole is found as one of these kinds, or so many words have been given.
     *
     * @param words of a case
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
