// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

/**
 * What the DLA does besides admitting requests (docs/spec/dla-arbiter.md).
 *
 * @param eventCredits status events that software may not have returned yet, 0: no limit (R-DLA-13)
 * @param statusAddress where each node's DLA writes its state, 16 bytes (R-DLA-12)
 * @param statusCredits written when so many credits have changed hands; 0: never for that reason
 * @param statusCycles written so many cycles after a change, to 16383; 0: never for that reason
 * @param blocks transactions of one channel that software gives without waiting for the end of the first, 1 to 8; with controlled discard only
 * @param bypass no reservations: a store that finds the FIFO full stalls the host interface (R-DLA-15)
 */
public record DlaOptions(
        int eventCredits, int statusAddress, int statusCredits, int statusCycles, int blocks, boolean bypass) {
    public static final DlaOptions NONE = new DlaOptions(0, 0, 0, 0, 1, false);
    public static final DlaOptions BYPASS = new DlaOptions(0, 0, 0, 0, 1, true);

    private static final int CYCLES_SHIFT = 16;

    public static DlaOptions events(final int credits) {
        return new DlaOptions(credits, 0, 0, 0, 1, false);
    }

    public DlaOptions withBlocks(final int more) {
        return new DlaOptions(eventCredits, statusAddress, statusCredits, statusCycles, more, bypass);
    }

    /** Whether the state is written to memory. */
    public boolean writesStatus() {
        return statusCredits != 0 || statusCycles != 0;
    }

    /** Value of DLA_STATUS_WHEN. */
    public int statusWhen() {
        return statusCredits | statusCycles << CYCLES_SHIFT;
    }
}
