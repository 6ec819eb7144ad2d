// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import fairlead.lab.litmus.operational.Interpreter;
import fairlead.litmus.syntax.Condition;
import fairlead.litmus.syntax.LitmusTest;

/**
 * A drawn program.
 *
 * @param name name of the test
 * @param shape name of its cycle
 * @param text the litmus file
 * @param test the same, parsed
 * @param cycle the condition that closes the cycle
 * @param outcomes what the interpreter allows
 * @param forbidden whether the rules of the programming models forbid the cycle
 */
public record Generated(
        String name,
        String shape,
        String text,
        LitmusTest test,
        Condition cycle,
        Interpreter.Outcomes outcomes,
        boolean forbidden) {}
