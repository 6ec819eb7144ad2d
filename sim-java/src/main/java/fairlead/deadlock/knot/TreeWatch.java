// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.knot;

import fairlead.deadlock.knot.TreeDetector.Finding;
import fairlead.deadlock.knot.TreeDetector.Standing;
import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.TreeLinkState;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;

/**
 * Watches the collective network of a running machine, whatever else moves in it. It looks at the links every {@link
 * #PERIOD} cycles. A channel of a node stands when neither its links nor software have changed anything there for
 * {@link #patience} cycles. Where something stands that software cannot move, the network is broken: it has a knot, or
 * it owes a move. What waits for software is kept as well, and is no error.
 */
public final class TreeWatch {
    /** Number of cycles between two looks. */
    public static final int PERIOD = 256;

    private static final int CHANNELS = HwLayout.TREE_CHANNELS;
    private static final int LINKS = HwLayout.TREE_LINKS;
    /** Cycles that the network may take at most until something moves, apart from the ways of flits and credits. */
    private static final int OWN_PATIENCE = 1024;

    private static final long LONGEST_PAUSE = 16 * PERIOD;
    /** Ways of flits and credits in which a packet passes a link whose buffer has room for one flit. */
    private static final int WAYS = 4 * HwLayout.TREE_PACKET_FLITS;

    private final TreeDetector detector;
    private final TreeTraffic traffic;
    private final int nodes;
    private final int patience;
    private final long[] words; // of Engine#treeLinks
    private final long[] before; // those of the last look
    private final long[] moved; // cycle of the last look that saw a change, by node and channel
    private long lastLook = -1;
    private long judged;
    private long pause = PERIOD; // least number of cycles between two questions who waits for whom
    private Alarm broken;
    private Alarm waiting;

    /**
     * Something that stands.
     *
     * @param since cycle since which nothing moves there
     * @param at cycle of the look that found it
     */
    public record Alarm(Finding finding, long since, long at) {}

    public TreeWatch(MachineConfig config) {
        detector = new TreeDetector(config);
        traffic = detector.traffic();
        nodes = config.nodes();
        patience = patience(config.collective());
        words = new long[nodes * Engine.TREE_WORDS];
        before = new long[words.length];
        moved = new long[nodes * CHANNELS];
    }

    /**
     * Returns the number of cycles for which nothing may move in a channel of a node where something can. A packet
     * passes a link in at most {@link #WAYS} ways, so its head, which a look sees, is never older than that.
     */
    public static int patience(CollectiveNetwork network) {
        return OWN_PATIENCE + WAYS * network.latency();
    }

    public void commands(CommandBuffer commands) {
        traffic.commands(commands);
    }

    public void events(EventCursor batch) {
        traffic.events(batch);
    }

    public void look(Engine engine) {
        long cycle = engine.cycle();
        if (broken == null && (lastLook < 0 || cycle / PERIOD != lastLook / PERIOD)) {
            engine.treeLinks(words);
            look(cycle, words, false);
        }
    }

    /** Takes a last look at a machine that may move. */
    public void end(Engine engine) {
        if (broken == null) {
            engine.treeLinks(words);
            look(engine.cycle(), words, true);
        }
    }

    /** Judges given words of {@link Engine#treeLinks}; `isLast` is true if no further look follows. */
    void look(long cycle, long[] now, boolean isLast) {
        boolean anyStands = false;
        for (int node = 0; node < nodes; node++) {
            for (int channel = 0; channel < CHANNELS; channel++) {
                int place = node * CHANNELS + channel;
                boolean holds = traffic.at(place).given > 0;
                for (int link = 0; link < LINKS; link++) {
                    int at = (node * LINKS + link) * CHANNELS + channel;
                    moved[place] = now[at] != before[at] || lastLook < 0 ? cycle : moved[place];
                    holds |= TreeLinkState.occupancy(now[at]) > 0;
                }
                anyStands |= holds && stands(cycle, place);
            }
        }
        System.arraycopy(now, 0, before, 0, before.length);
        lastLook = cycle;
        if (!anyStands) {
            waiting = null;
            pause = PERIOD;
        } else if (isLast || cycle >= judged + pause) {
            judge(cycle, now);
        }
    }

    private boolean stands(long cycle, int place) {
        return cycle - last(place) >= patience;
    }

    private long last(int place) {
        return Math.max(moved[place], traffic.at(place).acted);
    }

    /** Asks who waits for whom. While the answer is software, the next question comes later each time. */
    private void judge(long cycle, long[] now) {
        judged = cycle;
        pause = Math.min(LONGEST_PAUSE, 2 * pause);
        Standing standing = detector.standing(now, place -> stands(cycle, place));
        waiting = null;
        if (standing != null) {
            long since = standing.places().stream().mapToLong(this::last).max().orElse(0);
            Alarm alarm = new Alarm(standing.finding(), since, cycle);
            broken = standing.owed() ? alarm : broken;
            waiting = standing.owed() ? null : alarm;
        }
    }

    /** Searches a network that is at rest, as {@link TreeDetector#search}. */
    public Finding atRest(Engine engine) {
        engine.treeLinks(words);
        return detector.search(words);
    }

    /** Returns what stands and cannot be moved by software, as it was first seen; null if there was none. */
    public Alarm broken() {
        return broken;
    }

    /** Returns who waits for software at the last look; null if nobody waits for so long. */
    public Alarm waiting() {
        return waiting;
    }
}
