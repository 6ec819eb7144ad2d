// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import fairlead.regress.CaseResult.Status;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The contents of all files about the results of a suite.
 *
 * @param place final folder of the results
 */
record Report(String suite, String shard, int jobs, double seconds, Path place, List<CaseResult> results) {
    long count(final Status status) {
        return results.stream().filter(r -> r.status() == status).count();
    }

    String summary() {
        final long notRun = count(Status.NOT_RUN);
        return String.format(
                Locale.ROOT,
                "%s%s: %d cases: %d passed, %d failed, %d errors%s; %.1f s with %d at a time",
                suite,
                shard.isEmpty() ? "" : ", shard " + shard,
                results.size(),
                count(Status.PASSED),
                count(Status.FAILED),
                count(Status.ERROR),
                notRun == 0 ? "" : ", " + notRun + " not run (interrupted)",
                seconds,
                jobs);
    }
}
