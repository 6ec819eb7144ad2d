// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.lab.faults.Ledger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A coverage bin: a situation that a campaign must have exercised (bins.txt). Hits are counted from events, from the
 * given program or from sampled VC states, and never from the intentions of the case generator.
 */
public record Bin(String name, String meaning) {
    /** All bins in the order of a report. */
    public static final List<Bin> ALL = Ledger.lines(Bin.class, "bins.txt").stream()
            .map(line -> line.split(" *\\| ", 2))
            .map(parts -> new Bin(parts[0], parts[1]))
            .toList();

    private static final Set<String> NAMES =
            new HashSet<>(ALL.stream().map(Bin::name).toList());

    static void require(String name) {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("no bin " + name);
        }
    }

    /** Tells whether it is of the collective network, which few cases use unless they are focused on it. */
    public boolean isOfTree() {
        return name.startsWith("TREE_");
    }

    /** Tells whether it is of I/O tiles, which few machines have. */
    public boolean isOfIoTiles() {
        return name.startsWith("IO_TILE_");
    }

    /** Tells whether it is of the shared device, which only cases focused on it use. */
    public boolean isOfDevice() {
        return name.startsWith("DEVICE_");
    }

    @Override
    public String toString() {
        return name;
    }
}
