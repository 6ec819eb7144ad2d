// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import java.util.Arrays;

/** The output of one link. In each cycle it serves one of the channels that have a flit and a credit, in turn. */
final class TreeLink {
    private static final int CHANNELS = HwLayout.TREE_CHANNELS;

    final int[] credits = new int[CHANNELS];
    private int turn; // channel that is asked first
    TreeFlit out; // flit on the link, or null if the link is idle
    int channel;

    // decided in this cycle
    private int pick;
    private TreeFlit next;
    private int returned;

    TreeLink(int depth) {
        Arrays.fill(credits, depth);
    }

    /** Notes that slots of these channels are free again at the other end of the link. */
    void credit(int channels) {
        returned = channels;
    }

    /**
     * Chooses among the flits that the channels offer (null for none), and returns the channel that is served, or -1.
     */
    int decide(TreeFlit[] offered) {
        int requests = 0;
        for (int c = 0; c < CHANNELS; c++) {
            requests |= offered[c] != null && credits[c] > 0 ? 1 << c : 0;
        }
        pick = requests == 0 ? -1 : RotatingPick.next(requests, turn);
        next = pick < 0 ? null : offered[pick];
        return pick;
    }

    /** Returns whether a flit is sent in this cycle or is in flight. */
    boolean isBusy() {
        return out != null || next != null;
    }

    void edge() {
        for (int c = 0; c < CHANNELS; c++) {
            credits[c] += (returned >> c & 1) - (c == pick ? 1 : 0);
        }
        out = next;
        if (next != null) {
            channel = pick;
            turn = (pick + 1) % CHANNELS;
        }
        returned = 0;
    }
}
