// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.hw.HwLayout.FaultId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The faults that a scenario may arm (D13), by the names that it uses. Each is one-shot. The manifest is the source. */
public final class FaultCatalogue {
    private static final int MOST = 256;
    private static final Map<String, Integer> IDS = new LinkedHashMap<>();
    private static final Map<String, String> DOCS = new LinkedHashMap<>();

    static {
        for (int id = 0; id < MOST; id++) {
            final String name = FaultId.name(id);
            if (!name.equals(Integer.toString(id))) {
                IDS.put(name.toLowerCase(Locale.ROOT), id);
                DOCS.put(name.toLowerCase(Locale.ROOT), FaultId.doc(id));
            }
        }
    }

    private FaultCatalogue() {}

    /** What each fault does, by name. */
    public static Map<String, String> all() {
        return Collections.unmodifiableMap(DOCS);
    }

    /** The hardware's number of each fault, by name. */
    public static Map<String, Integer> ids() {
        return Collections.unmodifiableMap(IDS);
    }
}
