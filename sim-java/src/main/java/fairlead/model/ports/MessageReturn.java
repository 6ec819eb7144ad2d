// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/** MessageCredits, as CommitUnit sees it. */
public interface MessageReturn {
    /** Notice: a CREDIT of `target` (packed Coord) came back. */
    void creditReturn(int target);
}
