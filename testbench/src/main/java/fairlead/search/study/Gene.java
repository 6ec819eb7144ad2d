// SPDX-License-Identifier: Apache-2.0
package fairlead.search.study;

/**
 * One number of the scenario that the search may choose: `from`, `from + step` and so on, up to `to`.
 *
 * @param path the path of the key, as in machine.buffers.link_vc
 */
public record Gene(String path, int from, int to, int step) {
    public int levels() {
        return (to - from) / step + 1;
    }

    public int value(final int level) {
        return from + level * step;
    }

    /** Returns the last part of the path. */
    public String brief() {
        return path.substring(path.lastIndexOf('.') + 1);
    }
}
