// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The result of a case.
 *
 * @param reasons why the case did not pass; empty if it passed
 * @param exit exit code, or {@link CaseProcess#NO_CODE}
 * @param metrics values by metric; empty without a summary
 * @param verdicts true, false or not_exercised by verdict; for a litmus test its outcome
 * @param files artefacts, as paths below the folder of the case; empty for a case that passed
 * @param repro command that repeats it
 */
record CaseResult(
        SuiteCase of,
        Status status,
        List<String> reasons,
        int exit,
        double seconds,
        Map<Metric, String> metrics,
        Map<String, String> verdicts,
        List<String> files,
        String repro) {
    /** Failed: an expectation or a band does not hold. Error: there is no result to judge. */
    enum Status {
        PASSED,
        FAILED,
        ERROR,
        NOT_RUN;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    boolean passed() {
        return status == Status.PASSED;
    }

    /** Returns the folder of the case below the folder of the results. */
    String folder() {
        return folder(of);
    }

    static String folder(final SuiteCase one) {
        return "cases/" + one.id();
    }
}
