// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

/** A listener that is called when operations write to memory. */
interface Landings {
    /**
     * Hot path: reports that bytes of the operation were written in cycle `commit`, as an event of cycle `now` shows.
     * The first call for an operation is about the first bytes written.
     */
    void touched(int op, long commit, long now);

    /** Reports that the last byte of the operation was written in cycle `commit`, as an event of cycle `now` shows. */
    void landed(int op, long commit, long now);
}
