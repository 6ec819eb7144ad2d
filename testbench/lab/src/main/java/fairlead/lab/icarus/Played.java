// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.icarus;

import java.util.List;

/**
 * What the second simulator did with the pins of a tile.
 *
 * @param edges the number of edges that it played
 * @param judged the number of them behind the reset, at which its outputs were compared
 * @param differences the outputs that differ, the first ones
 */
public record Played(long edges, long judged, List<Differing> differences) {
    /**
     * An output that differs.
     *
     * @param edge the edge, from 0
     * @param got the value in the second simulator, in hexadecimal digits, x where it is unknown
     * @param wanted the value in the first
     */
    public record Differing(long edge, String port, String got, String wanted) {
        @Override
        public String toString() {
            return "edge " + edge + ": " + port + " is " + got + " in Icarus and " + wanted + " in Verilator";
        }
    }

    public Played {
        differences = List.copyOf(differences);
    }
}
