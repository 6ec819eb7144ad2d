// SPDX-License-Identifier: Apache-2.0
package fairlead.elaborated;

import java.util.List;
import java.util.Locale;

/**
 * One choice of a structure.
 *
 * @param name name in the manifest, as `vcsPerClass`
 * @param standard value of the default structure
 * @param allowed values that it may have
 * @param doc meaning
 */
public record StructureKey(String name, int standard, List<Integer> allowed, String doc) {
    /** Returns the name in a file, as `vcs_per_class`. */
    public String key() {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
