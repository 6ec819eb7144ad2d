// SPDX-License-Identifier: Apache-2.0
package fairlead.search.study;

/**
 * One number of the scenario that the search may choose: from, from + step, .. up to `to`.
 *
 * @param path of the scenario, like machine.buffers.link_vc
 */
public record Gene(String path, int from, int to, int step) {
    public int levels() {
        return (to - from) / step + 1;
    }

    public int value(final int level) {
        return from + level * step;
    }

    /** The last part of the path. */
    public String brief() {
        return path.substring(path.lastIndexOf('.') + 1);
    }
}
