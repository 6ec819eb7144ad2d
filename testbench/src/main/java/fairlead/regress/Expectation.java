// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import java.util.Map;
import java.util.TreeMap;

/**
 * The required outcome of a case.
 *
 * @param exit exit code
 * @param verdicts words of {@link SuiteForm#TRUTHS} by verdict
 * @param outcome word of {@link SuiteForm#OUTCOMES}; for litmus tests only
 */
record Expectation(int exit, Map<String, String> verdicts, String outcome) {
    Expectation {
        verdicts = new TreeMap<>(verdicts);
    }
}
