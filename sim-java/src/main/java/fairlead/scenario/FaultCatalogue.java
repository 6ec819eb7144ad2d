// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.hw.HwLayout;
import java.util.LinkedHashMap;
import java.util.Map;

/** The faults that a scenario may arm, with what each does. */
public final class FaultCatalogue {
    private FaultCatalogue() {}

    public static Map<String, String> all() {
        final Map<String, String> texts = new LinkedHashMap<>();
        Schema.faults().forEach((name, value) -> texts.put(name, HwLayout.FaultId.doc(value)));
        return texts;
    }
}
