// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.pe.Library;
import fairlead.pe.Pe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What all ranks of a program share: they are told numbers and places of what they make together by the same call. */
public final class MpiWorld implements Library {
    /** Bytes of addresses of each area of the software. */
    static final long AREA = 1L << 30;

    final List<MpiRank> ranks;
    private final Map<Object, Integer> contexts = new HashMap<>();
    private final Map<Object, RmaWindow[]> windows = new HashMap<>();
    private final Map<Object, Long> places = new HashMap<>();

    public MpiWorld(int ranks) {
        this.ranks = new ArrayList<>(Collections.nCopies(ranks, null));
    }

    @Override
    public Calls join(Pe pe) {
        MpiRank rank = new MpiRank(this, pe);
        ranks.set(pe.number, rank);
        return new MpiCalls(rank);
    }

    /** Returns the number of a communicator that its members make with the same key. */
    int context(Object key) {
        return contexts.computeIfAbsent(key, k -> contexts.size());
    }

    /** Returns the windows of all members, which each of them adds its own to. */
    RmaWindow[] members(Object key, int size) {
        return windows.computeIfAbsent(key, k -> new RmaWindow[size]);
    }

    /** Returns the address of memory of the software that its users ask for with the same key. */
    long place(Pe pe, Object key, long bytes) {
        return places.computeIfAbsent(key, k -> pe.memory.reserve(bytes));
    }
}
