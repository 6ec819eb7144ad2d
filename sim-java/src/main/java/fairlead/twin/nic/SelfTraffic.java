// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/** The self counter of DmaEngine, which counts operations of this node on itself. */
public interface SelfTraffic {
    /** Notice: an operation has started; at most one for each local port and cycle. */
    void produced();

    /** Notice: an operation has finished. */
    void consumed();

    /** Question: whether an operation is unfinished. */
    boolean outstanding();
}
