// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

/** The event words of local ports: words given in a cycle of the NIC are on the pins in the next cycle. */
final class PinList extends Apart {
    int[] words; // words on the pins, of which `count` are valid
    int count;
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
