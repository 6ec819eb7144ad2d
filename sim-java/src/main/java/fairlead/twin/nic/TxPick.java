// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/** Round robin on one-hot masks: `above` is the mask of the sources behind the one served last; 0 after reset. */
final class TxPick {
    private TxPick() {}

    /** Returns the lowest request in `above` as one bit, otherwise the lowest request; 0 if there is no request. */
    static int pick(int requests, int above) {
        int high = requests & above;
        return Integer.lowestOneBit(high != 0 ? high : requests);
    }

    /** Returns `above` after a grant (one-hot): the mask of the sources behind it. */
    static int after(int grant) {
        return -(grant << 1);
    }
}
