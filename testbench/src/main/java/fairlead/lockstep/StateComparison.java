// SPDX-License-Identifier: Apache-2.0
package fairlead.lockstep;

import static fairlead.engine.Engine.TREE_WORDS;
import static fairlead.engine.Engine.VC_WORDS;

import fairlead.engine.Engine;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.TreeLinkState;
import fairlead.hw.HwLayout.VcState;
import java.util.Arrays;

/** Compares the state of every router VC, and of every link of the collective network if it is used. */
final class StateComparison {
    private final Engine first;
    private final Engine second;
    private final long[] firstStates;
    private final long[] secondStates;
    private final long[] firstLinks;
    private final long[] secondLinks;

    StateComparison(Engine first, Engine second) {
        this.first = first;
        this.second = second;
        int nodes = first.config().nodes();
        firstStates = new long[nodes * VC_WORDS];
        secondStates = new long[firstStates.length];
        firstLinks = new long[first.config().collective().isUsed() ? nodes * TREE_WORDS : 0];
        secondLinks = new long[firstLinks.length];
    }

    Difference compare() {
        first.vcStates(firstStates);
        second.vcStates(secondStates);
        int at = Arrays.mismatch(firstStates, secondStates);
        if (at >= 0) {
            String place = "router port " + at % VC_WORDS / 8 + " VC " + at % 8;
            return difference(at / VC_WORDS, "vc", place, vc(firstStates[at]), vc(secondStates[at]));
        }
        if (firstLinks.length == 0) {
            return null;
        }
        first.treeLinks(firstLinks);
        second.treeLinks(secondLinks);
        at = Arrays.mismatch(firstLinks, secondLinks);
        String place = "link " + at % TREE_WORDS / HwLayout.TREE_CHANNELS + " of the collective network, channel "
                + at % HwLayout.TREE_CHANNELS;
        return at < 0 ? null : difference(at / TREE_WORDS, "tree", place, text(firstLinks[at]), text(secondLinks[at]));
    }

    private Difference difference(int node, String kind, String what, String left, String right) {
        return new Difference(first.cycle(), node, kind, what + " after the events of the cycle before", left, right);
    }

    private static String text(long word) {
        return TreeLinkState.packets(word) + " packets sent, " + TreeLinkState.occupancy(word) + " flits, "
                + TreeLinkState.credits(word) + " credits";
    }

    /** Returns the state of every router VC of the first engine at the last comparison. */
    long[] vcs() {
        return firstStates;
    }

    /** Tells whether no buffer of a router held a flit at the last comparison. */
    boolean isEmpty() {
        return Arrays.stream(firstStates).allMatch(word -> VcState.occupancy(word) == 0);
    }

    private static String vc(long word) {
        String wants = VcState.occupancy(word) == 0
                ? "empty"
                : VcState.occupancy(word) + (VcState.head(word) == 1 ? " flits, head" : " flits, body") + " wants "
                        + VcState.wantPort(word) + "/" + VcState.wantVc(word);
        String owner = VcState.owned(word) == 1
                ? "owned by " + VcState.ownerPort(word) + "/" + VcState.ownerVc(word)
                : "not owned";
        return wants + ", " + VcState.credits(word) + " credits, " + owner + String.format(" (%#x)", word);
    }
}
