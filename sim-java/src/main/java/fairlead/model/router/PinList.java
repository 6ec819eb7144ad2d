// SPDX-License-Identifier: Apache-2.0
package fairlead.model.router;

import fairlead.model.ports.Apart;

/** Event words of local ports: those told in the NIC's cycle are on the pins in the next one. */
final class PinList extends Apart {
    private int[] words;
    private int count;
    private int[] told;
    private int toldCount;

    /** @param most words told in one cycle */
    PinList(final int most) {
        words = new int[most];
        told = new int[most];
    }

    void tell(final int word) {
        told[toldCount++] = word;
    }

    /** On the pins; {@link #count} of them. */
    int[] words() {
        return words;
    }

    int count() {
        return count;
    }

    void clear() {
        count = 0;
    }

    /** What was told goes to the pins. */
    void register() {
        final int[] spare = words;
        words = told;
        told = spare;
        count = toldCount;
        toldCount = 0;
    }
}
