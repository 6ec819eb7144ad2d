// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.hw.HwLayout.FaultId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The faults that a scenario may arm (D13), by the names that it uses. Each is one-shot. */
public final class FaultCatalogue {
    private static final Map<String, Integer> IDS = new LinkedHashMap<>();
    private static final Map<String, String> DOCS = new LinkedHashMap<>();

    static {
        add("credit_drop", FaultId.CREDIT_DROP, "the router loses the next link credit that it would return");
        add("flush_early", FaultId.FLUSH_EARLY, "the next flush completes when its ping is injected");
        add("epoch_ack_early", FaultId.EPOCH_ACK_EARLY, "the next epoch acknowledgement is sent one put early");
        add("barrier_early", FaultId.BARRIER_EARLY, "the master enters the global barrier one task early");
        add("byte_wrong", FaultId.BYTE_WRONG, "one bit of the next put payload flit is flipped before it is written");
        add("put_twice", FaultId.PUT_TWICE, "the next put payload flit is written twice");
        add("put_lost", FaultId.PUT_LOST, "the next put payload flit is not written");
    }

    private FaultCatalogue() {}

    private static void add(final String name, final int id, final String doc) {
        IDS.put(name, id);
        DOCS.put(name, doc);
    }

    /** What each fault does, by name. */
    public static Map<String, String> all() {
        return Collections.unmodifiableMap(DOCS);
    }

    /** The hardware's number of each fault, by name. */
    public static Map<String, Integer> ids() {
        return Collections.unmodifiableMap(IDS);
    }
}
