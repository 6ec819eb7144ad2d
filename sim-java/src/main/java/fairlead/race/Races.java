// SPDX-License-Identifier: Apache-2.0
package fairlead.race;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The races of one run, and what its PEs share to find them. */
public final class Races {
    /** Seeded faults, for tests. */
    public enum Flaw {
        NONE,
        CALLS_END_THEIR_ACCESSES, // a put or get that goes on is taken for one that has ended
        ALL_IS_ORDERED // a PE knows of everything
    }

    private static final int MOST = 1000; // pairs of places that are kept

    private final Memory[] memories;
    private final Map<Race.Pair, Race> found = new LinkedHashMap<>();
    private final Map<Object, Release[]> meetings = new HashMap<>(); // by set and number of the meeting
    private final Map<Object, Integer> left = new HashMap<>();
    private final Map<Object, Map<Integer, Release>> releases = new HashMap<>(); // of each PE the last one, by key
    final Flaw flaw;

    public Races(int pes) {
        this(pes, Flaw.NONE);
    }

    public Races(int pes, Flaw flaw) {
        this.flaw = flaw;
        memories = new Memory[pes];
        for (int i = 0; i < pes; i++) {
            memories[i] = new Memory();
        }
    }

    public int pes() {
        return memories.length;
    }

    /** Returns one race for each pair of places in the program, in the order in which they were seen. */
    public List<Race> found() {
        return new ArrayList<>(found.values());
    }

    Memory memory(int pe) {
        return memories[pe];
    }

    void race(int owner, Access earlier, Access later, Memory.Range range) {
        if (found.size() < MOST) {
            Race race = new Race(owner, range.first(), range.end(), earlier, later);
            found.putIfAbsent(race.pair(), race);
        }
    }

    /** Notes what a member of a meeting lets the others know. */
    void arrive(Object meeting, int member, int size, Release release) {
        meetings.computeIfAbsent(meeting, m -> new Release[size])[member] = release;
    }

    /** Returns what the members of a meeting have let know, by member; the last one to leave forgets it. */
    Release[] leave(Object meeting) {
        Release[] all = meetings.get(meeting);
        if (left.merge(meeting, 1, Integer::sum) == all.length) {
            meetings.remove(meeting);
            left.remove(meeting);
        }
        return all;
    }

    void put(Object key, Release release) {
        releases.computeIfAbsent(key, k -> new HashMap<>()).put(release.pe(), release);
    }

    Collection<Release> get(Object key) {
        return releases.getOrDefault(key, Map.of()).values();
    }

    Collection<Release> take(Object key) {
        Map<Integer, Release> taken = releases.remove(key);
        return taken == null ? List.of() : taken.values();
    }
}
