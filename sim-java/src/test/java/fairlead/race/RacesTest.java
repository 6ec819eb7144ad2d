// SPDX-License-Identifier: Apache-2.0
package fairlead.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Drawn accesses of three PEs, against an order that is searched for each pair in a graph of beginnings and ends;
 * -Dfairlead.race.seed=SEED repeats one.
 */
class RacesTest {
    private static final int PES = 3;
    private static final int SEEDS = 400;
    private static final int STEPS = 60;
    private static final Object GROUP = "group";

    /** One access; its numbers are nodes of the graph. */
    private record One(int pe, int owner, int first, int end, boolean writes, boolean atomic, boolean put, int from) {
        boolean conflicts(One other) {
            return owner == other.owner
                    && first < other.end
                    && other.first < end
                    && (writes || other.writes)
                    && !(atomic && other.atomic);
        }
    }

    private final List<Set<Integer>> graph = new ArrayList<>(); // what is not before a node, by node
    private final int[] now = new int[PES]; // the node of what a PE has done so far
    private final List<One> accesses = new ArrayList<>();
    private final List<List<Integer>> open = new ArrayList<>(); // ends of the puts of a PE, without a quiet behind
    private final List<List<Integer>> fenced = new ArrayList<>();
    private final Set<Long> behindFence = new HashSet<>(); // pairs of puts
    private final PeOrder[] orders = new PeOrder[PES];
    private Races races;
    private boolean observes; // whether values are waited for in this run

    private int node() {
        graph.add(new HashSet<>());
        return graph.size() - 1;
    }

    private void step(int pe) {
        int next = node();
        graph.get(now[pe]).add(next);
        now[pe] = next;
    }

    private boolean before(int from, int to, Set<Integer> seen) {
        return from == to || seen.add(from) && graph.get(from).stream().anyMatch(next -> before(next, to, seen));
    }

    /** Adds an access and requires of the checker what the graph says. */
    private void access(SplittableRandom random, int pe) {
        boolean put = random.nextInt(2) == 0;
        boolean local = !put && random.nextBoolean();
        int owner = local ? pe : random.nextInt(PES);
        int first = random.nextInt(6);
        boolean writes = put || random.nextBoolean();
        boolean atomic = put && random.nextInt(3) == 0;
        One made = new One(pe, owner, first, first + 1 + random.nextInt(3), writes, atomic, put, accesses.size() + 1);
        int begin = now[pe];
        int end = node();
        graph.get(begin).add(end);
        Set<Integer> expected = new HashSet<>();
        for (One earlier : accesses) {
            boolean ordered = before(2 * PES + ends.get(earlier.from - 1), begin, new HashSet<>())
                    || behindFence.contains((long) earlier.from << Integer.SIZE | owner) && put && earlier.pe == pe;
            if (earlier.conflicts(made) && !ordered) {
                expected.add(earlier.from);
            }
        }
        int known = races.found().size();
        tell(made);
        List<Race> found = races.found().subList(known, races.found().size());
        for (Race race : found) {
            assertTrue(expected.contains((int) race.one().site().from()), () -> race.text((what, from) -> what + from));
        }
        assertTrue(
                observes || expected.isEmpty() == found.isEmpty(),
                () -> made + " races with " + expected + ": " + found);
        accesses.add(made);
        ends.add(end - 2 * PES);
        if (put) {
            open.get(pe).add(made.from);
        } else {
            step(pe);
            graph.get(end).add(now[pe]);
        }
    }

    private final List<Integer> ends = new ArrayList<>(); // the node of the end of each access, less 2 * PES

    private void tell(One made) {
        PeOrder order = orders[made.pe];
        int bytes = made.end - made.first;
        order.begin("call", made.from, made.from);
        if (made.put) {
            order.put(GROUP, made.owner, made.first, bytes, made.writes, made.atomic ? 1 : 0);
            order.releaseAt(made.owner, made.first, bytes);
        } else if (made.owner == made.pe) {
            order.local(made.first, made.end, made.writes, made.from);
        } else {
            order.now(made.owner, made.first, bytes, made.writes, 0);
        }
    }

    private void fence(int pe) {
        orders[pe].fence(GROUP);
        for (int put : open.get(pe)) {
            behindFence.add((long) put << Integer.SIZE | accesses.get(put - 1).owner);
        }
        fenced.get(pe).addAll(open.get(pe));
    }

    private void quiet(int pe) {
        orders[pe].complete(GROUP, -1);
        step(pe);
        for (int put : open.get(pe)) {
            graph.get(ends.get(put - 1) + 2 * PES).add(now[pe]);
        }
        open.get(pe).clear();
    }

    private void barrier() {
        Object[] meetings = new Object[PES];
        int all = node();
        for (int pe = 0; pe < PES; pe++) {
            meetings[pe] = orders[pe].arrive("all", pe, PES);
            graph.get(now[pe]).add(all);
        }
        for (int pe = 0; pe < PES; pe++) {
            orders[pe].leave(meetings[pe], i -> true);
            step(pe);
            graph.get(all).add(now[pe]);
        }
    }

    /** Lets a PE see all puts to one of its bytes, which says nothing of the other bytes of these puts. */
    private void observe(SplittableRandom random, int pe) {
        int first = random.nextInt(6);
        orders[pe].acquireAt(pe, first, 1);
        step(pe);
        for (One put : accesses) {
            if (put.put && put.owner == pe && put.first <= first && first < put.end) {
                for (One other : accesses) { // all that its PE had done and ended before, or fenced
                    boolean behind = other.from == put.from && put.end == first + 1 && put.first == first
                            || other.put && other.owner == pe && other.pe == put.pe && isFencedBefore(other, put);
                    if (behind) {
                        graph.get(ends.get(other.from - 1) + 2 * PES).add(now[pe]);
                    }
                }
                begins(put).forEach(begin -> graph.get(begin).add(now[pe]));
            }
        }
    }

    private final Set<Long> fencedBefore = new HashSet<>();

    private boolean isFencedBefore(One other, One put) {
        return fencedBefore.contains((long) other.from << Integer.SIZE | put.from);
    }

    private List<Integer> begins(One put) {
        int end = ends.get(put.from - 1) + 2 * PES;
        List<Integer> begins = new ArrayList<>();
        for (int i = 0; i < graph.size(); i++) {
            if (graph.get(i).contains(end)) {
                begins.add(i);
            }
        }
        return begins;
    }

    private void run(long seed, Races.Flaw flaw) {
        SplittableRandom random = new SplittableRandom(seed);
        observes = random.nextBoolean();
        races = new Races(PES, flaw);
        graph.clear();
        accesses.clear();
        ends.clear();
        open.clear();
        fenced.clear();
        behindFence.clear();
        fencedBefore.clear();
        for (int pe = 0; pe < PES; pe++) {
            orders[pe] = new PeOrder(races, pe);
            now[pe] = node();
            node();
            open.add(new ArrayList<>());
            fenced.add(new ArrayList<>());
        }
        for (int i = 0; i < STEPS; i++) {
            int pe = random.nextInt(PES);
            switch (random.nextInt(12)) {
                case 0 -> quiet(pe);
                case 1 -> fence(pe);
                case 2 -> {
                    if (random.nextInt(3) == 0) {
                        barrier();
                    }
                }
                case 3 -> {
                    if (observes) {
                        observe(random, pe);
                    }
                }
                default -> {
                    int count = accesses.size() + 1;
                    access(random, pe);
                    fenced.get(pe).forEach(put -> fencedBefore.add((long) put << Integer.SIZE | count));
                }
            }
        }
    }

    private void runAll(Races.Flaw flaw) {
        Long only = Long.getLong("fairlead.race.seed");
        for (long seed = only == null ? 0 : only; seed < (only == null ? SEEDS : only + 1); seed++) {
            try {
                run(seed, flaw);
            } catch (AssertionError e) {
                throw new AssertionError("-Dfairlead.race.seed=" + seed + ": " + e.getMessage(), e);
            }
        }
    }

    @Test
    void drawnAccessesRaceWhereNothingOrdersThem() {
        runAll(Races.Flaw.NONE);
        assertTrue(races.found().size() > 0);
    }

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void aSeededFaultIsFound(Races.Flaw flaw) {
        AssertionError found = assertThrows(AssertionError.class, () -> runAll(flaw));
        assertTrue(found.getMessage().startsWith("-Dfairlead.race.seed="), found.getMessage());
    }

    @Test
    void withoutRacesNothingIsDone() {
        PeOrder off = new PeOrder(null, 0);
        off.begin("call", 1, 1);
        off.put(GROUP, 1, 0, 8, true, 0);
        off.fence(GROUP);
        off.complete(GROUP, -1);
        off.leave(off.arrive("all", 0, 1), i -> true);
        assertEquals(false, off.isOn());
    }
}
