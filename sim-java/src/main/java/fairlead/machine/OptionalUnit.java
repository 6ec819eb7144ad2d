// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.UnsafeVariant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** What of a tile a structure may leave out (decision 18). Its host commands are then malformed (docs/spec/tile.md). */
public enum OptionalUnit {
    /** Router and shared device of the collective network, and the barrier's wires beside its links. */
    COLLECTIVE(
            "collectiveUnits",
            "collective network",
            Set.of(
                    UnsafeVariant.TREE_TURN,
                    UnsafeVariant.TREE_CREDIT_LEAK,
                    UnsafeVariant.TREE_EARLY,
                    UnsafeVariant.TREE_CARRY,
                    UnsafeVariant.LEG_OTHER,
                    UnsafeVariant.DRAIN_ANYWHERE,
                    UnsafeVariant.PATH_FREED)),

    /** The module that the store path goes through. */
    DLA(
            "dlaChannels",
            "DLA",
            Set.of(
                    UnsafeVariant.ABSORB_OVERFLOW,
                    UnsafeVariant.DENY_ODD,
                    UnsafeVariant.DLA_ANY_LANDING,
                    UnsafeVariant.DLA_ANY_TARGET,
                    UnsafeVariant.DROP_FULL,
                    UnsafeVariant.EARLY_CREDITS,
                    UnsafeVariant.EARLY_HOME,
                    UnsafeVariant.EARLY_MARK,
                    UnsafeVariant.EARLY_POP,
                    UnsafeVariant.END_DROPPED,
                    UnsafeVariant.NO_RELEASE,
                    UnsafeVariant.NO_STICKY,
                    UnsafeVariant.POOL_OVER,
                    UnsafeVariant.POOL_TERM,
                    UnsafeVariant.STATUS_LATE,
                    UnsafeVariant.STATUS_STALE,
                    UnsafeVariant.STATUS_ZERO)),

    /** The barrier of a node's tasks and the node's part in the global barrier. */
    BARRIER(
            "barrierUnit",
            "barrier unit",
            Set.of(
                    UnsafeVariant.BARRIER_MOD_N,
                    UnsafeVariant.BARRIER_OTHER,
                    UnsafeVariant.BARRIER_PADS,
                    UnsafeVariant.BARRIER_PLAIN,
                    UnsafeVariant.BARRIER_TORN,
                    UnsafeVariant.BARRIER_TWO,
                    UnsafeVariant.BARRIER_WIDE));

    // constants, so that the compiler at run time removes what they exclude
    private static final boolean NO_COLLECTIVE = HwLayout.COLLECTIVE_UNITS == 0;
    private static final boolean NO_DLA = HwLayout.Product.DLA_CHANNELS == 0;
    private static final boolean NO_BARRIER = HwLayout.BARRIER_UNIT == 0;

    private final String field;
    private final String title;
    private final Set<Integer> flaws;

    OptionalUnit(final String field, final String title, final Set<Integer> flaws) {
        this.field = field;
        this.title = title;
        this.flaws = flaws;
    }

    /** Returns whether a HwLayout.TileCommand is one of a unit that the structure of this process leaves out. */
    public static boolean isOfAbsent(final int command) {
        return NO_COLLECTIVE && isCollective(command) || NO_DLA && isDla(command) || NO_BARRIER && isBarrier(command);
    }

    private static boolean isCollective(final int command) {
        return switch (command) {
            case TileCommand.TREE_GIVE,
                    TileCommand.TREE_BODY,
                    TileCommand.TREE_READ,
                    TileCommand.DEVICE_LOCK,
                    TileCommand.DEVICE_UNLOCK,
                    TileCommand.DEVICE_READ_HEADER,
                    TileCommand.DEVICE_DRAIN -> true;
            default -> false;
        };
    }

    private static boolean isDla(final int command) {
        return switch (command) {
            case TileCommand.DLA_ALLOC,
                    TileCommand.DLA_REQUEST,
                    TileCommand.DLA_DATA,
                    TileCommand.DLA_END,
                    TileCommand.DLA_RELEASE,
                    TileCommand.DLA_MARK,
                    TileCommand.DLA_CLEAR,
                    TileCommand.DLA_EVENT_CREDIT -> true;
            default -> false;
        };
    }

    private static boolean isBarrier(final int command) {
        return switch (command) {
            case TileCommand.BAR_ENTER, TileCommand.BAR_ADD, TileCommand.BAR_READ -> true;
            default -> false;
        };
    }

    /** Returns the units that a structure leaves out. */
    public static List<OptionalUnit> absentFrom(final MachineStructure structure) {
        return Arrays.stream(values())
                .filter(unit -> structure.values().get(unit.field) == 0)
                .toList();
    }

    /** Returns whether the structure of this process has the unit. */
    public boolean isHere() {
        return !absentFrom(MachineStructure.loaded()).contains(this);
    }

    /** Returns the name of the key of a structure that leaves the unit out with 0, as `collective_units`. */
    public String key() {
        return HwLayout.STRUCTURE.stream()
                .filter(key -> key.name().equals(field))
                .findFirst()
                .orElseThrow()
                .key();
    }

    /** Returns the sentence that refuses what needs the unit. */
    public String refusal() {
        return "needs the " + title + ", which machine.structure." + key() + " = 0 leaves out";
    }

    /** Returns whether an unsafe variant, a HwLayout.UnsafeVariant, is a flaw of this unit. */
    public boolean hasFlaw(final int variant) {
        return flaws.contains(variant);
    }
}
