// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.deadlock.StaticCheck;
import fairlead.deadlock.StaticCheck.CheckResult;
import fairlead.machine.Depths;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.scenario.BadInput;
import fairlead.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The static check of a run: it can refuse the machine, and is the evidence of deadlock_freedom. */
public final class StaticEvidence {
    private final CheckResult result;
    private final boolean shipped;

    private StaticEvidence(CheckResult result, boolean shipped) {
        this.result = result;
        this.shipped = shipped;
    }

    /** Results by the inputs of the check: a search asks the same question many times. */
    private static final Map<List<Object>, CheckResult> ANSWERS = new ConcurrentHashMap<>();

    public static StaticEvidence of(MachineConfig machine) {
        Routing routing = machine.routing();
        Depths depths = machine.buffers().links();
        // of the buffer depths only the room for whole packets matters
        List<Object> question = List.of(
                machine.vcRule(),
                routing,
                Math.min(2, routing.slots(depths.leastEscape())),
                depths.tooShallow(routing) < 0,
                machine.localPorts(),
                machine.shape(),
                machine.unsafe(),
                machine.dla().options().bypass(),
                machine.collective().groups());
        return new StaticEvidence(
                ANSWERS.computeIfAbsent(question, q -> StaticCheck.of(machine).check(machine.shape())),
                !machine.unsafe().isSet());
    }

    public boolean isSafe() {
        return result.safe();
    }

    /** Throws {@link BadInput} with the dependency cycle as text if the machine can deadlock. */
    void refuseUnsafe() {
        if (!result.safe()) {
            List<String> lines = new ArrayList<>();
            lines.add(result.shape() + " " + result.routing() + ": the machine can deadlock; --allow-unsafe runs it");
            if (!result.flaw().isEmpty()) {
                lines.add("  " + result.flaw());
            }
            result.cycle().forEach(step -> lines.add("  " + step));
            throw new BadInput(lines);
        }
    }

    /**
     * Sets `evidence: static` in deadlock_freedom if the run drained and the machine is safe and has no unsafe option.
     * All other verdicts remain as observed.
     */
    List<Verdict> in(List<Verdict> verdicts) {
        return verdicts.stream().map(this::in).toList();
    }

    private Verdict in(Verdict v) {
        if (!result.safe() || !shipped || !"deadlock_freedom".equals(v.name()) || !Boolean.TRUE.equals(v.holds())) {
            return v;
        }
        Map<String, Object> extra = new LinkedHashMap<>(v.extra());
        extra.put("evidence", "static");
        return new Verdict(v.name(), v.holds(), v.checked(), v.detail(), extra);
    }
}
