// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

/** Who wants to know when operations reach memory. */
interface Landings {
    /** Hot path: bytes of the operation were written at `commit`, the first of them in the first call; an event of cycle `now` tells it. */
    void touched(int op, long commit, long now);

    /** The last byte of the operation was written at `commit`; an event of cycle `now` tells it. */
    void landed(int op, long commit, long now);
}
