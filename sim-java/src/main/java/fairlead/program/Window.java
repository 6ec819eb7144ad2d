// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** A named region of one node's memory that a program uses. Memory outside all windows keeps its initial contents. */
public record Window(int node, String name, int address, int bytes) {
    public int end() {
        return address + bytes;
    }

    public boolean covers(final int from, final int length) {
        return from >= address && from + length <= end();
    }
}
