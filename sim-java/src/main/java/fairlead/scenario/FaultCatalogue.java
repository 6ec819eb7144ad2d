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
import java.util.function.IntFunction;

/**
 * The catalogue of the one-shot faults that a scenario may arm and of the unsafe variants that it may choose (D13), by
 * the names that scenarios use. It is read from the manifest.
 */
public final class FaultCatalogue {
    private static final int MOST = 256;
    private static final Map<String, Integer> IDS =
            numbers(id -> FaultId.name(id).toLowerCase(Locale.ROOT));
    private static final Map<String, Integer> VARIANTS = numbers(UnsafeVariant::name);

    private FaultCatalogue() {}

    /** Returns the numbers that have a name. */
    private static Map<String, Integer> numbers(IntFunction<String> name) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        for (int id = 0; id < MOST; id++) {
            numbers.put(name.apply(id), id);
        }
        numbers.entrySet().removeIf(n -> n.getKey().equals(n.getValue().toString()));
        return Collections.unmodifiableMap(numbers);
    }

    private static Map<String, String> docs(Map<String, Integer> numbers, IntFunction<String> doc) {
        Map<String, String> docs = new LinkedHashMap<>();
        numbers.forEach((name, id) -> docs.put(name, doc.apply(id)));
        return docs;
    }

    public static Map<String, String> all() {
        return docs(IDS, FaultId::doc);
    }

    public static Map<String, String> variants() {
        return docs(VARIANTS, UnsafeVariant::doc);
    }

    static List<String> variantNames() {
        List<String> names = new ArrayList<>(VARIANTS.keySet());
        names.add(0, "none"); // the machine as it is shipped
        return names;
    }

    /** Returns the hardware's number of an unsafe variant, or 0 for none. */
    public static int variant(String name) {
        return VARIANTS.getOrDefault(name, 0);
    }

    /** Returns the hardware's number of each fault, by name. */
    public static Map<String, Integer> ids() {
        return IDS;
    }
}
