// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

/**
 * The outcome of a job.
 *
 * @param evaluation the result, or null if there is none
 * @param why the reason why there is no result, for example that the job's process crashed in every try; else null
 */
public record EvaluationOutcome(Evaluation evaluation, String why) {}
