// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

/**
 * The word through which two tasks are linked.
 *
 * @param symbol its name
 * @param node node on which it is
 * @param words words of the symbol; operations may carry them all
 * @param index the word that is observed
 */
record Spot(String symbol, String node, int words, int index) {
    String word() {
        return index == 0 ? symbol : symbol + "[" + index + "]";
    }

    String all() {
        return words == 1 ? symbol : symbol + "[0.." + (words - 1) + "]";
    }

    /** Returns the word with its node, for a condition. */
    String term() {
        return word() + "@" + node;
    }
}
