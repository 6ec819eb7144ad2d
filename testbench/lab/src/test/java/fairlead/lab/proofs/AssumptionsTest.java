// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.lab.proofs.Answer.ProofVerdict;
import fairlead.lab.proofs.Catalogue.Assumption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The assumptions of the proofs rest on properties that exist, are proved, and do not rest on themselves within one
 * cycle. A property rests on the assumptions of its proof, an assumption on the properties that discharge it. A proof
 * uses an assumption in the cycle of the property and in earlier cycles. A circular argument is therefore sound if
 * every circle has an edge to an earlier cycle: it is then an induction over cycles.
 */
@Tag("M-41")
class AssumptionsTest {
    private final Map<String, Set<String>> needs = new TreeMap<>(); // the assumptions of all rows of an assertion
    private final Map<String, ProofVerdict> claims = new HashMap<>();
    private final Map<String, Assumption> assumptions = new LinkedHashMap<>();

    AssumptionsTest() {
        for (Property p : Catalogue.all()) {
            Set<String> all = needs.computeIfAbsent(p.assertion(), id -> new TreeSet<>());
            all.addAll(p.assumes());
            all.add("env:" + p.harness());
            claims.merge(p.assertion(), p.claim(), (a, b) -> a == ProofVerdict.PROVED ? a : b);
        }
        Catalogue.ofProject().assumptions().forEach(a -> assumptions.put(a.id(), a));
    }

    private void replace(String id, String property) {
        Assumption.Edge edge = new Assumption.Edge(property, "");
        assumptions.put(id, new Assumption(id, Assumption.Basis.PROPERTIES, "", List.of(edge), ""));
    }

    /**
     * Returns ids that are used but not defined, assumptions without use, and those that rest on what is not proved.
     */
    private Set<String> wrong() {
        Set<String> wrong = new TreeSet<>();
        Set<String> used = new HashSet<>();
        needs.values().forEach(used::addAll);
        used.stream().filter(id -> !assumptions.containsKey(id)).forEach(id -> wrong.add(id + " is in no table"));
        for (Assumption a : assumptions.values()) {
            if (!used.contains(a.id())) {
                wrong.add(a.id() + " is used by no property");
            }
            for (Assumption.Edge edge : a.edges()) {
                if (!claims.containsKey(edge.property())) {
                    wrong.add(a.id() + " rests on " + edge.property() + ", which is no property");
                } else if (claims.get(edge.property()) != ProofVerdict.PROVED
                        && a.remains().isEmpty()) {
                    wrong.add(a.id() + " rests on " + edge.property() + ", which is not proved");
                }
            }
        }
        return wrong;
    }

    /** Leaves out, again and again, what rests on nothing that is left; what remains has a circle. */
    private Set<String> circles(boolean sameCycle) {
        Set<String> left = new TreeSet<>(needs.keySet());
        while (left.removeIf(property -> needs.get(property).stream()
                .flatMap(id -> assumptions.get(id).edges().stream())
                .noneMatch(edge -> (edge.sameCycle() || !sameCycle) && left.contains(edge.property())))) {
            // until nothing changes
        }
        return left;
    }

    @Test
    void everyAssumptionIsListedAndUsedAndRestsOnProvedPropertiesOrSaysWhatRemains() {
        assertEquals(Set.of(), wrong());
    }

    @Test
    void everyCircleIsAnInductionOverTime() {
        assertEquals(Set.of(), circles(true));
        assertFalse(circles(false).isEmpty(), "the router rests on itself a cycle earlier: the test sees such circles");
    }

    @Test
    void aCircleWithinOneCycleIsFound() {
        replace("PSW_A5", "RT_P8"); // an output VC carries one packet, in the same cycle
        assertTrue(circles(true).contains("RT_P8"));
    }

    @Test
    void aNameThatIsNotThereAndAnAssumptionWithoutUseAreFound() {
        replace("PSW_A5", "RT_P88");
        replace("PXX_A1", "RT_P8");
        assertTrue(wrong().contains("PSW_A5 rests on RT_P88, which is no property"), wrong().toString());
        assertTrue(wrong().contains("PXX_A1 is used by no property"), wrong().toString());
    }
}
