// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.hw.HwLayout;
import java.util.Map;
import java.util.TreeMap;

/** What produced a result. */
public final class Versions {
    public static final String FAIRLEAD = "0.1.0";

    private Versions() {}

    public static Map<String, String> all() {
        final Map<String, String> versions = new TreeMap<>();
        versions.put("fairlead", FAIRLEAD);
        versions.put("java", Runtime.version().toString());
        versions.put("layout", HwLayout.manifestHash());
        return versions;
    }
}
