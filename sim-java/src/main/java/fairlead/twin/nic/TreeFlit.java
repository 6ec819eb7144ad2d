// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import java.io.Serializable;

/**
 * A flit of the collective network.
 *
 * @param w0 first word; in a head, the packed CollectiveHeader
 * @param w1 second word; in a head, the tag
 */
public record TreeFlit(boolean head, boolean tail, long w0, long w1) implements Serializable {

    /**
     * The links of the collective network, for calls of one node. A call in cycle t is on the output pins from t + 1
     * on.
     */
    public interface TreeLinks {
        /** Sends a flit of a channel on a link. */
        void flit(int node, int link, int channel, TreeFlit flit);

        /** Returns credits on a link, one bit for each channel. */
        void credit(int node, int link, int channels);
    }
}
