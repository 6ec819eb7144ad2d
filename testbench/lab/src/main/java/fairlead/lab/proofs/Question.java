// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;

/**
 * One model and a question about it.
 *
 * @param verilog the Verilog of the harness
 * @param assertions the identifiers of the assertions that shall hold together; for liveness only its own identifier
 * @param assumes the identifiers of the assumed assertions
 * @param depth the k of an induction or the number of rounds of a k-liveness
 * @param limit the time limit in seconds
 * @param mutants mutants of a unit, of which one may be active
 */
record Question(
        Netlist verilog,
        Method method,
        List<String> assertions,
        List<String> assumes,
        int depth,
        int limit,
        Mutants mutants) {

    Question(
            final Netlist verilog,
            final Method method,
            final List<String> assertions,
            final List<String> assumes,
            final int depth,
            final int limit) {
        this(verilog, method, assertions, assumes, depth, limit, Mutants.NONE);
    }

    /**
     * Returns the identifier of the statement that outputs of the harness express, or null if all statements are
     * assertions.
     */
    String byOutputs() {
        return switch (method) {
            case L2S, REST -> assertions.get(0);
                // helpers may precede the liveness statement in the list
            case ROUNDS -> assertions.stream()
                    .filter(id -> id.matches("\\w+_L\\d+"))
                    .findFirst()
                    .orElse(null);
            default -> null;
        };
    }

    /** Returns everything that the answer depends on, as the key of the cache. */
    String text() {
        return method + (method == Method.REST ? " " + RestCheck.VERSION : "") + " " + assertions + " " + assumes + " "
                + depth + "\n" + (mutants.some() ? mutants + " of " + Mutants.COUNT + "\n" : "") + model();
    }

    /** Returns the Verilog that the front end reads. */
    String model() {
        return method == Method.ROUNDS
                ? verilog.rounds(byOutputs(), depth, mutants.some())
                : verilog.verilog(byOutputs(), mutants.some());
    }
}
