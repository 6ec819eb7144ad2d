// SPDX-License-Identifier: Apache-2.0
package fairlead.race;

import java.util.function.BiFunction;

/**
 * Two accesses of which at least one writes, and of which neither is over before the other begins.
 *
 * @param owner PE whose bytes from `first` to before `end` both access
 */
public record Race(int owner, long first, long end, Access one, Access other) {
    /** Two places in the program, in either order, that access bytes of one PE; of these one race is told. */
    public record Pair(int owner, String first, long firstFrom, String second, long secondFrom) {}

    public Pair pair() {
        boolean inOrder = one.site().from() <= other.site().from();
        Access.Site first = (inOrder ? one : other).site();
        Access.Site second = (inOrder ? other : one).site();
        return new Pair(owner, first.function(), first.from(), second.function(), second.from());
    }

    /**
     * Says which accesses these are and what would have ordered them.
     *
     * @param place names a place in the program: of a function, or null, and an address
     */
    public String text(BiFunction<String, Long, String> place) {
        return String.format(
                "data race on %s of PE %d from 0x%x: %s; %s; %s would have ordered them",
                end - first == 1 ? "1 byte" : end - first + " bytes",
                owner,
                first,
                text(one, place),
                text(other, place),
                missing());
    }

    private String text(Access access, BiFunction<String, Long, String> place) {
        String what = access.writes() ? "writes" : "reads";
        String how = access.kind() == Access.PLAIN ? "" : " by an atomic";
        String function = access.site().function();
        return "PE " + access.pe() + " " + what + " them" + how + " in "
                + place.apply(
                        function == null ? access.writes() ? "a store" : "a load" : function,
                        access.site().from())
                + " in cycle " + access.site().cycle();
    }

    private String missing() {
        boolean mpi = (one.site().function() + other.site().function()).contains("MPI_");
        String end = mpi ? "MPI_Win_flush or the end of the epoch" : "shmem_quiet";
        if (one.pe() == other.pe()) {
            boolean fence = !mpi && one.batch() != null && one.batch().side == Batch.Side.TARGET;
            return (fence && other.batch() != null ? "shmem_fence or " : "") + end + " of PE " + one.pe()
                    + " between them";
        }
        String kind = one.kind() != Access.PLAIN && other.kind() != Access.PLAIN ? "one type of the atomics, or " : "";
        boolean open = one.batch() != null;
        boolean fence = !mpi && open && one.batch().side == Batch.Side.TARGET && other.pe() == owner;
        return kind + (fence ? "shmem_fence or " : "") + (open ? end + " of PE " + one.pe() + " and then " : "")
                + (mpi ? "a barrier, message or lock" : "a barrier, signal or lock") + " from PE " + one.pe()
                + " to PE " + other.pe();
    }
}
