// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * One choice of a structure.
 *
 * @param name name in the manifest, as `vcsPerClass`
 * @param standard value of the default structure
 * @param allowed values that it may have
 */
public record StructureKey(String name, int standard, List<Integer> allowed, String doc) {
    private static final int FEW = 4; // values that a message lists

    /**
     * Returns whether it may have every integer from {@link #least} to {@link #most}, and these are more than a few.
     */
    public boolean isRange() {
        return allowed.size() > FEW && most() - least() == allowed.size() - 1;
    }

    public int least() {
        return Collections.min(allowed);
    }

    public int most() {
        return Collections.max(allowed);
    }

    public String key() {
        return key(name);
    }

    static StructureKey of(String name) {
        return HwLayout.STRUCTURE.stream()
                .filter(key -> key.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns a name of the manifest or of Java as keys of files are written. */
    public static String key(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
