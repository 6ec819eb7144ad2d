// SPDX-License-Identifier: Apache-2.0
package fairlead.model.dma;

/** Round robin without a position: `above` masks the sources behind the one served last; 0 after reset. */
final class TxPick {
    private TxPick() {}

    /** One-hot: the first request in `above`, else the first of all; 0 without a request. */
    static int pick(final int requests, final int above) {
        final int high = requests & above;
        return Integer.lowestOneBit(high != 0 ? high : requests);
    }

    /** `above` after `grant` (one-hot): the sources after it. */
    static int after(final int grant) {
        return -(grant << 1);
    }
}
