// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/** The self counter of DmaEngine: operations of this node on itself. */
public interface SelfTraffic {
    /** Notice, at most one a local port and cycle. */
    void produced();

    /** Notice. */
    void consumed();

    /** Question: one is not finished. */
    boolean outstanding();
}
