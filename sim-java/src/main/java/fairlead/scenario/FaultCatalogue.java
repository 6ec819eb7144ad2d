// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.hw.HwLayout.FaultId;
import fairlead.hw.HwLayout.UnsafeVariant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The catalogue of the one-shot faults that a scenario may arm and of the unsafe variants that it may choose (D13), by
 * the names that scenarios use. It is read from the manifest.
 */
public final class FaultCatalogue {
    private static final int MOST = 256;
    private static final Map<String, Integer> IDS = new LinkedHashMap<>();
    private static final Map<String, String> DOCS = new LinkedHashMap<>();
    private static final Map<String, Integer> VARIANTS = new LinkedHashMap<>();
    private static final Map<String, String> VARIANT_DOCS = new LinkedHashMap<>();

    /** The value of machine.unsafe.variant for the machine as it is shipped. */
    public static final String NO_VARIANT = "none";

    static {
        for (int id = 0; id < MOST; id++) {
            final String name = FaultId.name(id);
            if (!name.equals(Integer.toString(id))) {
                IDS.put(name.toLowerCase(Locale.ROOT), id);
                DOCS.put(name.toLowerCase(Locale.ROOT), FaultId.doc(id));
            }
            final String variant = UnsafeVariant.name(id);
            if (!variant.equals(Integer.toString(id))) {
                VARIANTS.put(variant, id);
                VARIANT_DOCS.put(variant, UnsafeVariant.doc(id));
            }
        }
    }

    private FaultCatalogue() {}

    /** Returns what each fault does, by name. */
    public static Map<String, String> all() {
        return Collections.unmodifiableMap(DOCS);
    }

    /** Returns what is wrong in each unsafe variant, by name. */
    public static Map<String, String> variants() {
        return Collections.unmodifiableMap(VARIANT_DOCS);
    }

    /** Returns the names of the verdicts, one of which should see each fault. */
    public static List<String> verdicts() {
        return Schema.VERDICTS;
    }

    static List<String> variantNames() {
        final List<String> names = new ArrayList<>(List.of(NO_VARIANT));
        names.addAll(VARIANTS.keySet());
        return names;
    }

    /** Returns the hardware's number of an unsafe variant, or 0 for none. */
    public static int variant(final String name) {
        return VARIANTS.getOrDefault(name, 0);
    }

    /** Returns the hardware's number of each fault, by name. */
    public static Map<String, Integer> ids() {
        return Collections.unmodifiableMap(IDS);
    }
}
