// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.UnsafeVariant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** What of a tile a structure may leave out (decision 18). Its host commands are then malformed (docs/spec/tile.md). */
public enum OptionalUnit {
    /** Router and shared device of the collective network, and the barrier's wires next to its links. */
    COLLECTIVE(
            "collectiveUnits",
            "collective network",
            "(TREE|DEVICE)_.*",
            "tree_.*|leg_other|drain_anywhere|lock_advisory|path_freed"),

    /** The module that the store path goes through. */
    DLA(
            "dlaChannels",
            "DLA",
            "DLA_.*",
            "dla_.*|pool_.*|status_.*|early_(credits|home|mark|pop)|absorb_overflow|deny_odd|drop_full|end_dropped"
                    + "|no_release|no_sticky|one_assembly|counts_at_head|reset_forgets|stores_last|leg_stale"),

    /** The barrier of a node's tasks and the node's part in the global barrier. */
    BARRIER("barrierUnit", "barrier unit", "BAR_.*", "barrier_.*");

    /** Bit c: the structure of this process has no unit for TileCommand c. A constant for the compiler at run time. */
    private static final long ABSENT_COMMANDS = LongStream.range(0, Long.SIZE)
            .filter(c -> absentFrom(MachineStructure.loaded()).stream()
                    .anyMatch(unit -> TileCommand.name((int) c).matches(unit.commands)))
            .map(c -> 1L << c)
            .sum();

    private final String field;
    private final String title;
    private final String commands;
    private final String flaws;

    /**
     * @param commands pattern of the names of its commands
     * @param flaws pattern of the names of its unsafe variants
     */
    OptionalUnit(String field, String title, String commands, String flaws) {
        this.field = field;
        this.title = title;
        this.commands = commands;
        this.flaws = flaws;
    }

    /** Returns whether a HwLayout.TileCommand is one of a unit that the structure of this process leaves out. */
    public static boolean isOfAbsent(int command) {
        return ABSENT_COMMANDS != 0 && command < Long.SIZE && (ABSENT_COMMANDS >>> command & 1) != 0;
    }

    public static List<OptionalUnit> absentFrom(MachineStructure structure) {
        return Arrays.stream(values())
                .filter(unit -> structure.values().get(unit.field) == 0)
                .toList();
    }

    public boolean isHere() {
        return !absentFrom(MachineStructure.loaded()).contains(this);
    }

    /** Returns the name of the key of a structure that leaves the unit out with 0, as `collective_units`. */
    public String key() {
        return StructureKey.of(field).key();
    }

    public String refusal() {
        return "needs the " + title + ", which machine.structure." + key() + " = 0 leaves out";
    }

    /** Returns whether an unsafe variant, a HwLayout.UnsafeVariant, is a flaw of this unit. */
    public boolean hasFlaw(int variant) {
        return UnsafeVariant.name(variant).matches(flaws);
    }
}
