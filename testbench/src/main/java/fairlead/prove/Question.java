// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

import java.util.List;

/**
 * One model and what is asked about it.
 *
 * @param verilog of the harness
 * @param assertions identifiers that shall hold together; for liveness its identifier alone
 * @param assumes identifiers that are taken as given
 * @param depth k of an induction
 * @param limit seconds
 */
record Question(Netlist verilog, Method method, List<String> assertions, List<String> assumes, int depth, int limit) {
    /** The same about other Verilog. */
    Question of(final Netlist other) {
        return new Question(other, method, assertions, assumes, depth, limit);
    }

    /** The statement that is made by outputs of the harness; null when all are assertions. */
    String byOutputs() {
        return switch (method) {
            case L2S, REST -> assertions.get(0);
                // helpers may stand before it
            case ROUNDS -> assertions.stream()
                    .filter(id -> id.matches("\\w+_L\\d+"))
                    .findFirst()
                    .orElse(null);
            default -> null;
        };
    }

    /** All that the answer depends on. */
    String text() {
        return method + (method == Method.REST ? " " + RestCheck.VERSION : "") + " " + assertions + " " + assumes + " "
                + depth + "\n" + model();
    }

    /** What the front end reads. */
    String model() {
        return method == Method.ROUNDS ? verilog.rounds(byOutputs(), depth) : verilog.verilog(byOutputs());
    }
}
