// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/**
 * The links of the collective network, for calls of one node. A call in cycle t is on the output pins from t + 1 on.
 */
public interface TreeLinks {
    /** Sends a flit of a channel on a link. */
    void flit(int node, int link, int channel, TreeFlit flit);

    /** Returns credits on a link, one bit for each channel. */
    void credit(int node, int link, int channels);
}
