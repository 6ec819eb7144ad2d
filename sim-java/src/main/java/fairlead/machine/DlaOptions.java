// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

/**
 * The options of the DLA beyond its limits (docs/spec/dla-arbiter.md).
 *
 * @param eventCredits greatest number of status events that software has not returned, 0 for no limit (R-DLA-13)
 * @param statusAddress address of the 16 bytes to which each node's DLA writes its state (R-DLA-12)
 * @param statusCredits number of transferred credits after which the state is written; 0 to disable this trigger
 * @param statusCycles number of cycles after a change in which the state is written, up to 16383; 0 to disable this
 *     trigger
 * @param blocks number of transactions of one channel, 1 to 8, that software gives without waiting for the end of the
 *     first; with controlled discard only
 * @param bypass true to use no reservations; a store that finds the FIFO full then stalls the host interface (R-DLA-15)
 */
public record DlaOptions(
        int eventCredits, int statusAddress, int statusCredits, int statusCycles, int blocks, boolean bypass) {
    public static final DlaOptions NONE = new DlaOptions(0, 0, 0, 0, 1, false);
    public static final DlaOptions BYPASS = new DlaOptions(0, 0, 0, 0, 1, true);

    private static final int CYCLES_SHIFT = 16;

    public static DlaOptions events(int credits) {
        return new DlaOptions(credits, 0, 0, 0, 1, false);
    }

    public DlaOptions withBlocks(int more) {
        return new DlaOptions(eventCredits, statusAddress, statusCredits, statusCycles, more, bypass);
    }

    public boolean writesStatus() {
        return statusCredits != 0 || statusCycles != 0;
    }

    public int statusWhen() {
        return statusCredits | statusCycles << CYCLES_SHIFT;
    }
}
