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

    /** The statement that is made by outputs of the harness; null when it is an assertion. */
    String byOutputs() {
        return method == Method.L2S || method == Method.REST ? assertions.get(0) : null;
    }

    /** All that the answer depends on. */
    String text() {
        return method + " " + assertions + " " + assumes + " " + depth + "\n" + verilog.verilog(byOutputs());
    }
}
