// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Makes the properties of one harness: what they share is said once. */
final class ProvedUnit {
    private final String harness;
    private final String size;
    private final List<String> assumes;
    private final List<Property> all = new ArrayList<>();
    private List<String> together = List.of();
    private boolean quick;
    private int limit = 60;

    ProvedUnit(final String harness, final String size, final String... assumes) {
        this.harness = harness;
        this.size = size;
        this.assumes = List.of(assumes);
    }

    /** The properties that follow belong to the fast tier. */
    ProvedUnit quick() {
        quick = true;
        return this;
    }

    /** The safety properties that follow are proved in one run with these: each helps the others. Without arguments: each alone again. */
    ProvedUnit together(final String... assertions) {
        together = List.of(assertions);
        return this;
    }

    /** Limit in seconds for one run of a prover, for the properties that follow. */
    ProvedUnit limit(final int seconds) {
        limit = seconds;
        return this;
    }

    /** The properties that follow belong to the slow tier, with this limit in seconds. */
    ProvedUnit slow(final int seconds) {
        quick = false;
        limit = seconds;
        return this;
    }

    ProvedUnit safety(final String group, final String assertion, final String cover, final Mutant mutant) {
        return add(group, assertion, PropertyKind.SAFETY, Method.PDR, "", together, cover, mutant, 0);
    }

    ProvedUnit bounded(final String group, final String assertion, final String cover, final Mutant mutant) {
        return add(group, assertion, PropertyKind.BOUNDED, Method.PDR, "", List.of(), cover, mutant, 0);
    }

    ProvedUnit live(
            final String group,
            final String assertion,
            final String statement,
            final String cover,
            final Mutant mutant) {
        return add(group, assertion, PropertyKind.LIVENESS, Method.L2S, statement, List.of(), cover, mutant, 0);
    }

    /** The instance dut changes no register when the harness says that it rests. */
    ProvedUnit rests(
            final String group, final String id, final String statement, final String cover, final Mutant mutant) {
        return add(group, id, PropertyKind.SAFETY, Method.REST, statement, List.of(), cover, mutant, 0);
    }

    /** An invariant that holds together with {@code helpers}, by induction over {@code depth} cycles. */
    ProvedUnit invariant(
            final String group,
            final String assertion,
            final String cover,
            final Mutant mutant,
            final int depth,
            final String... helpers) {
        return add(
                group,
                assertion,
                PropertyKind.SAFETY,
                Method.INDUCTION,
                "",
                Arrays.asList(helpers),
                cover,
                mutant,
                depth);
    }

    /** An invariant that is inductive together with {@code helpers}, as they stand. */
    ProvedUnit inductive(
            final String group,
            final String assertion,
            final String cover,
            final Mutant mutant,
            final String... helpers) {
        return add(group, assertion, PropertyKind.SAFETY, Method.STEP, "", Arrays.asList(helpers), cover, mutant, 0);
    }

    /** The liveness property before this one is proved with a bound: its goal comes within so many rounds, in each of which every fairness condition has held. */
    ProvedUnit within(final int rounds, final String... helpers) {
        return change(p -> p.inRounds(rounds, List.of(helpers)));
    }

    /** The property before this one is not proved: there is no counterexample within so many cycles. */
    ProvedUnit upTo(final int cycles) {
        return change(p -> p.claims(ProofVerdict.BOUNDED, cycles));
    }

    /** The property before this one is not decided within its limit. */
    ProvedUnit undecided() {
        return change(p -> p.claims(ProofVerdict.UNDECIDED, p.depth()));
    }

    /** The property before this one repeats what the unit assigns. */
    ProvedUnit restates() {
        return change(Property::restatement);
    }

    private ProvedUnit change(final UnaryOperator<Property> how) {
        all.add(how.apply(all.remove(all.size() - 1)));
        return this;
    }

    List<Property> properties() {
        return List.copyOf(all);
    }

    private ProvedUnit add(
            final String group,
            final String assertion,
            final PropertyKind kind,
            final Method method,
            final String statement,
            final List<String> helpers,
            final String cover,
            final Mutant mutant,
            final int depth) {
        all.add(new Property(
                group,
                assertion,
                harness,
                kind,
                method,
                size,
                statement,
                helpers,
                assumes,
                cover,
                mutant,
                limit,
                depth,
                ProofVerdict.PROVED,
                false,
                quick));
        return this;
    }
}
