// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** A named region of one node's memory that a program states. Memory outside all windows stays as it was loaded. */
public record Window(int node, String name, int address, int bytes) {
    public int end() {
        return address + bytes;
    }

    public boolean covers(final int from, final int length) {
        return from >= address && from + length <= end();
    }
}
