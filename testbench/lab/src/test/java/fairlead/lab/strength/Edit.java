// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.strength;

/** One edit of one line of a source: the original text and its replacement. */
record Edit(int id, String file, int line, String from, String to) {
    @Override
    public String toString() {
        return id + "\t" + file + ":" + line + "\t" + from + "\t" + to;
    }
}
