// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import fairlead.hw.HwLayout.MuteId;
import fairlead.machine.Unsafe;
import fairlead.node.ExecutorOptions.Fault;
import fairlead.scenario.FaultCatalogue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A fault of the table: a one-shot fault, or a flaw that nodes have for the whole run.
 *
 * @param name name in the catalogue of faults and variants
 * @param experiments the fault-injection experiments whose kind of fault it is, as in X03,X18
 * @param fault HwLayout.FaultId, or 0 for a flaw
 * @param variant HwLayout.UnsafeVariant, or 0 for a one-shot fault
 * @param everywhere true if every node has the flaw
 * @param aim what the programs are drawn for
 */
public record FaultRow(
        String name, String experiments, int fault, int variant, boolean everywhere, AimedPlans.Aim aim) {
    private static final int LEAK_OPERAND = 6; // one credit in 64 is lost

    /** Returns the faults of the table, in its order. */
    public static List<FaultRow> all() {
        return Ledger.lines(FaultRow.class, "fault-table.txt").stream()
                .map(line -> line.split(" "))
                .map(w -> of(w[0], w[1], List.of(w).subList(2, w.length)))
                .toList();
    }

    private static FaultRow of(String name, String experiments, List<String> more) {
        int fault = FaultCatalogue.ids().getOrDefault(name, 0);
        int variant = FaultCatalogue.variant(name);
        if (fault == 0 && variant == 0) {
            throw new IllegalArgumentException("fault-table.txt: no such fault: " + name);
        }
        AimedPlans.Aim aim = AimedPlans.Aim.ALL;
        for (AimedPlans.Aim one : AimedPlans.Aim.values()) {
            aim = more.contains(one.name().toLowerCase(Locale.ROOT)) && one != AimedPlans.Aim.ALL ? one : aim;
        }
        return new FaultRow(name, experiments, fault, variant, more.contains("all"), aim);
    }

    boolean isOneShot() {
        return fault != 0;
    }

    /** Returns the flaw of the machine, on the drawn node if not everywhere. */
    Unsafe unsafe(int node) {
        return isOneShot()
                ? Unsafe.NONE
                : new Unsafe(
                        variant, everywhere ? Unsafe.ALL_NODES : node, name.equals("credit_leak") ? LEAK_OPERAND : 0);
    }

    /** Returns what is armed in the faulty run: the fault itself, or what mutes the assertions of the faulty units. */
    List<Fault> armed(int nodes, int node, long cycle) {
        return isOneShot() ? List.of(new Fault(fault, node, cycle, 0)) : muted(nodes, node);
    }

    /**
     * Returns what is armed in the sound run to which the faulty run is compared: the same commands in the same cycles,
     * which break nothing.
     */
    List<Fault> control(int nodes, int node, long cycle) {
        return isOneShot() ? List.of(new Fault(MuteId.HOST_RULES, node, cycle, 0)) : muted(nodes, node);
    }

    private List<Fault> muted(int nodes, int node) {
        List<Fault> all = new ArrayList<>();
        for (int n = 0; n < nodes; n++) {
            if (everywhere || n == node) {
                all.add(new Fault(MuteId.OWN_UNIT, n, 0, 0));
            }
        }
        return all;
    }
}
