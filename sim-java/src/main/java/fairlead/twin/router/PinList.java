// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

/** The event words of local ports: words given in a cycle of the NIC are on the pins in the next cycle. */
final class PinList extends Apart {
    private int[] words;
    private int count;
    private int[] told;
    private int toldCount;

    /** @param most greatest number of words given in one cycle */
    PinList(int most) {
        words = new int[most];
        told = new int[most];
    }

    void tell(int word) {
        told[toldCount++] = word;
    }

    /** Returns the words on the pins, of which {@link #count} are valid. */
    int[] words() {
        return words;
    }

    int count() {
        return count;
    }

    void clear() {
        count = 0;
    }

    /** Moves the words given in this cycle to the pins. */
    void register() {
        int[] spare = words;
        words = told;
        told = spare;
        count = toldCount;
        toldCount = 0;
    }
}
