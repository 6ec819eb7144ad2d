// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.pe.Frames;
import fairlead.pe.Request;
import fairlead.program.Comparison;
import fairlead.program.OpKind;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Windows, and the synchronisation of accesses to them. */
final class WindowCalls {
    private static final int NO_SUCCEED = 16; // as in mpi.h
    private static final int EXCLUSIVE = 1;
    private static final int SHARED = 2;

    private final MpiRank rank;
    private final MemberExchange members;
    private final RmaLocks locks;

    WindowCalls(MpiRank rank, MpiCalls calls) {
        this.rank = rank;
        members = new MemberExchange(rank);
        locks = new RmaLocks(rank);
        for (String name : List.of("Win_create", "Win_create_dynamic", "Win_allocate", "Win_allocate_shared")) {
            calls.on(name, this::create);
        }
        calls.on("Win_free", this::free);
        calls.on("Win_attach", this::attach);
        calls.on("Win_detach", this::detach);
        calls.on("Win_shared_query", this::query);
        calls.on("Win_get_group", r -> rank.put(r.at(1), rank.groups.add(window(r).comm.ranks)));
        calls.on("Win_fence", r -> fence(window(r), r.number(1)));
        calls.on("Win_lock", r -> lock(window(r), r.number(1), r.number(2)));
        calls.on("Win_unlock", r -> unlock(window(r), r.number(1)));
        calls.on("Win_lock_all", r -> lockAll(window(r)));
        calls.on("Win_unlock_all", r -> unlockAll(window(r)));
        calls.on("Win_flush", r -> flush(window(r), r.number(1), false));
        calls.on("Win_flush_local", r -> flush(window(r), r.number(1), true));
        calls.on("Win_flush_all", r -> flushAll(window(r), false));
        calls.on("Win_flush_local_all", r -> flushAll(window(r), true));
        calls.on("Win_sync", this::window);
        calls.on("Win_post", r -> post(window(r), rank.groups.get(r.number(1))));
        calls.on("Win_start", r -> start(window(r), rank.groups.get(r.number(1))));
        calls.on("Win_complete", r -> complete(window(r)));
        calls.on("Win_wait", r -> ends(window(r), true));
        calls.on("Win_test", r -> rank.put(r.at(1), ends(window(r), false) ? 1 : 0));
    }

    private RmaWindow window(Request r) {
        return rank.window(r.number(0));
    }

    private static MpiError wrong(String what) {
        return new MpiError(ErrorClass.RMA_SYNC, what);
    }

    // ---- windows: base, bytes, unit, info, comm, result, flavour

    private void create(Request r) throws IOException {
        Communicator comm = rank.comm(r.number(4));
        if (r.at(1) < 0) {
            throw new MpiError(ErrorClass.SIZE, "a window of " + r.at(1) + " bytes");
        }
        if (r.at(2) <= 0) {
            throw new MpiError(ErrorClass.DISP, "a displacement unit of " + r.at(2) + " bytes");
        }
        int flavor = r.number(6);
        if (flavor == RmaWindow.SHARED && comm.size() > 1) {
            throw new MpiError(
                    ErrorClass.RMA_FLAVOR, "the ranks of " + comm + " do not share memory: one is on a node");
        }
        Object key = List.of("window", comm.context, comm.next());
        long block = rank.world.place(rank.pe, key, RmaWindow.blockBytes(comm.size()));
        RmaWindow window = new RmaWindow(comm, flavor, block, rank.world.members(key, comm.size()));
        window.members[comm.me] = window;
        byte[] mine = SoftwareMemory.bytes(r.at(0), r.at(1), r.at(2));
        byte[][] all = members.gather(comm, mine, i -> true, mine.length);
        for (int i = 0; i < all.length; i++) {
            window.bases[i] = SoftwareMemory.word(all[i], 0);
            window.sizes[i] = SoftwareMemory.word(all[i], Long.BYTES);
            window.units[i] = SoftwareMemory.word(all[i], 2 * Long.BYTES);
        }
        window.handle = rank.windows.add(window);
        rank.put(r.at(5), window.handle);
    }

    private void free(Request r) throws IOException {
        RmaWindow window = rank.window(rank.handle(r.at(0)));
        if (!window.locked.isEmpty() || window.all || window.started != null || window.posted != null) {
            throw wrong("an epoch of " + window + " is open");
        }
        rank.pe.quiet();
        ended(window, -1, false);
        rank.meet(window.comm);
        rank.release(rank.windows, r.at(0));
        keepPages();
    }

    private void keepPages() {
        rank.pe.memory.keepOnly(page -> {
            for (RmaWindow each : rank.windows.all()) {
                if (each.uses(page, Frames.BYTES)) {
                    return true;
                }
            }
            return false;
        });
    }

    private void attach(Request r) {
        RmaWindow window = window(r);
        if (window.flavor != RmaWindow.DYNAMIC) {
            throw new MpiError(ErrorClass.RMA_FLAVOR, window + " is not dynamic");
        }
        var before = window.attached.lowerEntry(r.at(1) + Math.max(1, r.at(2)));
        if (before != null && before.getKey() + before.getValue() > r.at(1)) {
            throw new MpiError(ErrorClass.RMA_ATTACH, "this memory is attached already");
        }
        window.attached.put(r.at(1), r.at(2));
    }

    private void detach(Request r) {
        if (window(r).attached.remove(r.at(1)) == null) {
            throw new MpiError(ErrorClass.RMA_ATTACH, "this memory is not attached");
        }
        keepPages();
    }

    private void query(Request r) throws IOException {
        RmaWindow window = window(r);
        if (window.flavor != RmaWindow.SHARED) {
            throw new MpiError(ErrorClass.RMA_FLAVOR, window + " is not shared");
        }
        int of = r.number(1) == MpiRank.PROC_NULL ? 0 : r.number(1);
        window.comm.require(of);
        rank.putLong(r.at(2), window.sizes[of]);
        rank.put(r.at(3), (int) window.units[of]);
        rank.putLong(r.at(4), window.bases[of]);
    }

    // ---- fences

    private void fence(RmaWindow window, int assertion) {
        if (!window.locked.isEmpty() || window.all || window.started != null || window.posted != null) {
            throw wrong("a fence while another epoch of " + window + " is open");
        }
        rank.pe.quiet();
        ended(window, -1, false);
        rank.meet(window.comm);
        window.fenced = (assertion & NO_SUCCEED) == 0;
    }

    // ---- locks

    private void lock(RmaWindow window, int how, int target) {
        if (how != EXCLUSIVE && how != SHARED) {
            throw new MpiError(ErrorClass.LOCKTYPE, "a lock of type " + how);
        }
        window.comm.require(target);
        if (target == MpiRank.PROC_NULL) {
            return;
        }
        if (window.all || window.locked.get(target)) {
            throw wrong("rank " + target + " of " + window + " is locked already");
        }
        if (window.started != null) {
            throw wrong("a lock while an epoch of start is open");
        }
        window.fenced = false;
        locks.acquire(window, target, how == EXCLUSIVE);
    }

    private void unlock(RmaWindow window, int target) {
        window.comm.require(target);
        if (target == MpiRank.PROC_NULL) {
            return;
        }
        if (window.all || !window.locked.get(target)) {
            throw wrong("rank " + target + " of " + window + " is not locked");
        }
        rank.pe.flush(window.comm.ranks[target]);
        ended(window, window.comm.ranks[target], false);
        locks.release(window, target);
    }

    private void lockAll(RmaWindow window) {
        if (window.all || !window.locked.isEmpty() || window.started != null) {
            throw wrong("lock_all while another epoch of " + window + " is open");
        }
        window.fenced = false;
        window.all = true; // each target is locked by the first access to it
    }

    private void unlockAll(RmaWindow window) {
        if (!window.all) {
            throw wrong("unlock_all of " + window + ", which is not locked");
        }
        rank.pe.quiet();
        ended(window, -1, false);
        for (int target : window.locked.stream().toArray()) {
            locks.release(window, target);
        }
        window.all = false;
    }

    /** @param here whether the program asks only for what accesses do in this rank */
    private void flush(RmaWindow window, int target, boolean here) {
        window.comm.require(target);
        requirePassive(window);
        if (target != MpiRank.PROC_NULL) {
            rank.pe.flush(window.comm.ranks[target]);
            ended(window, window.comm.ranks[target], here);
        }
    }

    private void flushAll(RmaWindow window, boolean here) {
        requirePassive(window);
        rank.pe.quiet();
        ended(window, -1, here);
    }

    private void ended(RmaWindow window, int pe, boolean here) {
        if (here) {
            rank.pe.order.completeHere(window, pe);
        } else {
            rank.pe.order.complete(window, pe);
        }
    }

    private static void requirePassive(RmaWindow window) {
        if (!window.all && window.locked.isEmpty()) {
            throw wrong("a flush of " + window + ", which is not locked");
        }
    }

    // ---- post, start, complete, wait

    /** Returns the ranks in the window of a group. */
    private static int[] ranks(RmaWindow window, int[] group) {
        int[] ranks = Arrays.stream(group)
                .map(pe -> Communicator.indexOf(window.comm.ranks, pe))
                .toArray();
        if (Communicator.indexOf(ranks, -1) >= 0) {
            throw new MpiError(ErrorClass.GROUP, "a member of the group is not in " + window);
        }
        return ranks;
    }

    private void post(RmaWindow window, int[] group) {
        if (window.posted != null) {
            throw wrong("post while an exposure epoch of " + window + " is open");
        }
        window.fenced = false;
        window.posted = ranks(window, group);
        int word = rank.pe.memory.symmetric(window.word(RmaWindow.POSTED + window.comm.me));
        for (int pe : group) {
            rank.pe.order.release(key("post", window, rank.pe.number, pe));
            rank.pe.task.fetchOp(OpKind.FADD, rank.pe.node(pe), word, 1);
        }
    }

    private void start(RmaWindow window, int[] group) {
        if (window.started != null || window.all || !window.locked.isEmpty()) {
            throw wrong("start while an access epoch of " + window + " is open");
        }
        window.fenced = false;
        int[] targets = ranks(window, group);
        for (int target : targets) {
            rank.awaited = "MPI_Win_post of rank " + target + " on " + window;
            poll(window.word(RmaWindow.POSTED + target), ++window.posts[target]);
            rank.pe.order.take(key("post", window, window.comm.ranks[target], rank.pe.number));
        }
        window.started = targets;
    }

    private static Object key(String what, RmaWindow window, int from, int to) {
        return List.of(what, window.block, from, to);
    }

    private void poll(long word, long atLeast) {
        rank.await(rank.pe.task.poll(rank.pe.memory.symmetric(word), Comparison.GE, atLeast));
    }

    private void complete(RmaWindow window) {
        if (window.started == null) {
            throw wrong("complete without a start on " + window);
        }
        int word = rank.pe.memory.symmetric(window.word(RmaWindow.COMPLETED));
        for (int target : window.started) {
            int pe = window.comm.ranks[target];
            rank.pe.flush(pe);
            ended(window, pe, false);
            rank.pe.order.release(key("complete", window, rank.pe.number, pe));
            rank.pe.task.fetchOp(OpKind.FADD, rank.pe.node(pe), word, 1);
        }
        window.started = null;
    }

    /** Ends the exposure epoch if all origins have completed, which it waits for or not; returns whether it has. */
    private boolean ends(RmaWindow window, boolean waits) {
        if (window.posted == null) {
            throw wrong("no post on " + window + " before");
        }
        long wanted = window.completes + window.posted.length;
        if (waits) {
            rank.awaited = "MPI_Win_complete of ranks " + Arrays.toString(window.posted) + " on " + window;
            poll(window.word(RmaWindow.COMPLETED), wanted);
        } else if (rank.software.word(window.word(RmaWindow.COMPLETED)) < wanted) {
            return false;
        }
        for (int origin : window.posted) {
            rank.pe.order.take(key("complete", window, window.comm.ranks[origin], rank.pe.number));
        }
        window.completes = wanted;
        window.posted = null;
        return true;
    }
}
