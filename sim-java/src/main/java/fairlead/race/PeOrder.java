// SPDX-License-Identifier: Apache-2.0
package fairlead.race;

import fairlead.race.Access.Site;
import fairlead.race.Batch.Side;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * The accesses of one PE and what orders them. Calls are told in the order of the machine's cycles, so that an access
 * is never before one that was told earlier. Without races that are looked for, nothing is done.
 */
public final class PeOrder {
    private final Races races; // or null
    private final int pe;
    private Known known;
    private Known shared; // what releases have of `known`, which has not changed since; or null
    private int clock = 1;
    private final List<Batch> open = new ArrayList<>();
    private final Map<Object, Integer> met = new HashMap<>(); // how often sets have met
    private Site site = new Site("the start", 0, 0);
    private boolean alone; // a put is fenced at once, in a batch of its own
    private Object request; // to which accesses that go on belong, or null

    public PeOrder(Races races, int pe) {
        this.races = races;
        this.pe = pe;
        if (races != null) {
            known = new Known(races.pes());
            known.learn(pe, clock);
        }
    }

    public boolean isOn() {
        return races != null;
    }

    /** Begins a call. */
    public void begin(String function, long from, long cycle) {
        if (races != null) {
            site = new Site(function, from, cycle);
        }
    }

    // ---- accesses

    /** A load or store of the program since its last call. */
    public void local(long first, long end, boolean writes, long from) {
        add(pe, first, end, new Access(new Site(null, from, site.cycle()), pe, writes, Access.PLAIN, null, clock));
    }

    /** An access that has ended when its call has. */
    public void now(int owner, long first, long bytes, boolean writes, int kind) {
        if (races != null) {
            add(owner, first, first + bytes, new Access(site, pe, writes, kind, null, clock));
        }
    }

    /** Reads bytes of this process until the group of accesses to the target has ended. */
    public void source(Object group, int target, long first, long bytes) {
        open(group, target, Side.SOURCE, pe, first, bytes, false, Access.PLAIN);
    }

    /** Writes what was got into this process. */
    public void landing(Object group, int target, long first, long bytes) {
        open(group, target, Side.GET, pe, first, bytes, true, Access.PLAIN);
    }

    /** Reads bytes of the target. */
    public void get(Object group, int target, long first, long bytes) {
        open(group, target, Side.GET, target, first, bytes, false, Access.PLAIN);
    }

    /** Accesses bytes of the target by a put or an atomic, which fences order. */
    public void put(Object group, int target, long first, long bytes, boolean writes, int kind) {
        open(group, target, Side.TARGET, target, first, bytes, writes, kind);
    }

    private void open(
            Object group, int target, Side side, int owner, long first, long bytes, boolean writes, int kind) {
        if (races != null) {
            Batch batch = races.flaw == Races.Flaw.CALLS_END_THEIR_ACCESSES ? null : batch(group, target, side);
            add(owner, first, first + bytes, new Access(site, pe, writes, kind, batch, clock));
        }
    }

    private Batch batch(Object group, int target, Side side) {
        int fenced = -1;
        for (int i = 0; i < open.size(); i++) {
            Batch each = open.get(i);
            if (each.side == side && each.target == target && each.request == request && each.group.equals(group)) {
                if (each.isFenced()) {
                    fenced = i;
                } else if (!alone) {
                    return each;
                }
            }
        }
        Batch made = fenced < 0 ? new Batch(group, request, pe, target, side) : new Batch(open.get(fenced));
        if (fenced < 0) {
            open.add(made);
        } else {
            open.set(fenced, made);
        }
        if (alone) {
            made.fence(clock);
        }
        return made;
    }

    private void add(int owner, long first, long end, Access access) {
        if (first < end && owner >= 0 && owner < races.pes() && races.flaw != Races.Flaw.ALL_IS_ORDERED) {
            races.memory(owner)
                    .add(first, end, access, known, (one, other, range) -> races.race(owner, one, other, range));
        }
    }

    // ---- what ends and orders accesses

    /** Lets the accesses that go on belong to a request from now on; null for none. */
    public void request(Object made) {
        request = made;
    }

    /** Orders the puts and atomics of a group before later ones to the same target. */
    public void fence(Object group) {
        for (Batch each : open) {
            if (each.side != Side.GET && each.group.equals(group)) {
                each.fence(clock); // who sees a later put knows that the source of an earlier one was read, too
            }
        }
    }

    /** Does a put that is ordered before later ones to the same target, while earlier ones are not. */
    public void fenced(Runnable put) {
        alone = true;
        put.run();
        alone = false;
    }

    private void end(Predicate<Batch> which) {
        open.removeIf(each -> {
            if (which.test(each)) {
                each.end(clock);
                return true;
            }
            return false;
        });
    }

    /** Ends the accesses of a group; those to one target, or all with -1. */
    public void complete(Object group, int target) {
        end(each -> (target < 0 || each.target == target) && each.group.equals(group));
    }

    /** Ends what accesses of a group do in this process. */
    public void completeHere(Object group, int target) {
        end(each -> each.side != Side.TARGET && (target < 0 || each.target == target) && each.group.equals(group));
    }

    public void completeRequest(Object ended) {
        end(each -> each.side != Side.TARGET && each.request == ended);
    }

    public void completeAll() {
        end(each -> true);
    }

    // ---- what a PE lets others know, and learns

    private Release release(int target) {
        if (shared == null) {
            shared = known.copy();
        }
        Release release = new Release(shared, pe, clock, target);
        known.learn(pe, ++clock);
        return release;
    }

    private void learn(Iterable<Release> all) {
        for (Release each : all) {
            if (each != null && each.pe() != pe) {
                each.to(known);
                shared = null;
            }
        }
    }

    /** Lets those know who see what this PE has just written to a target, behind its fenced puts. */
    public void releaseAt(int target, long first, long bytes) {
        if (races != null && target >= 0 && target < races.pes()) {
            races.memory(target).release(first, first + bytes, release(target));
        }
    }

    /** Learns from those who have written what this PE has seen in the memory of a PE. */
    public void acquireAt(int owner, long first, long bytes) {
        if (races != null && owner >= 0 && owner < races.pes()) {
            List<Release> all = new ArrayList<>();
            races.memory(owner).observe(first, first + bytes, all::add);
            learn(all);
        }
    }

    /** Lets those know who learn by this key. */
    public void release(Object key) {
        if (races != null) {
            races.put(key, release(-1));
        }
    }

    public void acquire(Object key) {
        if (races != null) {
            learn(races.get(key));
        }
    }

    /** Learns by a key that nobody else learns by; null for none. */
    public void take(Object key) {
        if (races != null && key != null) {
            learn(races.take(key));
        }
    }

    /** Returns a new key in the place of one that is used again. */
    public Object move(Object key) {
        if (races == null) {
            return null;
        }
        Object moved = new Object();
        races.take(key).forEach(each -> races.put(moved, each));
        return moved;
    }

    /**
     * Arrives where the members of a set meet, and returns the meeting.
     *
     * @param set what tells it from other sets
     */
    public Object arrive(Object set, int member, int size) {
        if (races == null) {
            return null;
        }
        Object meeting = List.of(set, met.merge(set, 1, Integer::sum));
        races.arrive(meeting, member, size, release(-1));
        return meeting;
    }

    /** Leaves a meeting at which all have arrived, and learns from some of them. */
    public void leave(Object meeting, IntPredicate from) {
        if (races != null) {
            Release[] all = races.leave(meeting);
            List<Release> wanted = new ArrayList<>();
            for (int i = 0; i < all.length; i++) {
                if (from.test(i)) {
                    wanted.add(all[i]);
                }
            }
            learn(wanted);
        }
    }
}
