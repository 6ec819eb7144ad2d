// SPDX-License-Identifier: Apache-2.0
package fairlead.search.evaluate;

/**
 * What became of a job.
 *
 * @param evaluation null when there is none
 * @param why there is none: the job's process crashed, hung or outgrew its memory, each time
 */
public record EvaluationOutcome(Evaluation evaluation, String why) {}
