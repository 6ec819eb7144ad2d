// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** A builder of the properties of one harness, which holds the values that they share. */
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

    /** Puts the following properties into the fast tier of the tests. */
    ProvedUnit quick() {
        quick = true;
        return this;
    }

    /**
     * Makes the following safety properties be proved in one run with these assertions, so that each helps the others.
     * Without arguments, each property is again proved alone.
     */
    ProvedUnit together(final String... assertions) {
        together = List.of(assertions);
        return this;
    }

    /** Sets the limit of one prover run in seconds for the following properties. */
    ProvedUnit limit(final int seconds) {
        limit = seconds;
        return this;
    }

    /** Puts the following properties into the slow tier of the tests, with this limit in seconds. */
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

    /** Adds the property that the instance dut changes no register when the harness says that it rests. */
    ProvedUnit rests(
            final String group, final String id, final String statement, final String cover, final Mutant mutant) {
        return add(group, id, PropertyKind.SAFETY, Method.REST, statement, List.of(), cover, mutant, 0);
    }

    /** Adds an invariant that is inductive together with {@code helpers}, without further strengthening. */
    ProvedUnit inductive(
            final String group,
            final String assertion,
            final String cover,
            final Mutant mutant,
            final String... helpers) {
        return add(group, assertion, PropertyKind.SAFETY, Method.STEP, "", Arrays.asList(helpers), cover, mutant, 0);
    }

    /**
     * Gives the last added liveness property a bound: its goal is reached within this number of rounds, in each of
     * which every fairness condition has held.
     */
    ProvedUnit within(final int rounds, final String... helpers) {
        return change(p -> p.inRounds(rounds, List.of(helpers)));
    }

    /**
     * Marks the last added property as bounded: it is not proved, but has no counterexample within this number of
     * cycles.
     */
    ProvedUnit upTo(final int cycles) {
        return change(p -> p.claims(ProofVerdict.BOUNDED, cycles));
    }

    /** Marks the last added property as undecided within its limit. */
    ProvedUnit undecided() {
        return change(p -> p.claims(ProofVerdict.UNDECIDED, p.depth()));
    }

    /** Marks the last added property as a repetition of an assignment of the unit. */
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
