// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/** The port of MessageCredits to CommitUnit. */
public interface MessageReturn {
    /** Notice: a CREDIT of `target` (packed Coord) has arrived. */
    void creditReturn(int target);
}
