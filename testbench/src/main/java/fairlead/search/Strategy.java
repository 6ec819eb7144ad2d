// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

/**
 * A method that spends an evaluation budget. A strategy is deterministic: the next points depend only on the seed and
 * on the results so far.
 */
@FunctionalInterface
public interface Strategy {
    void run(Trials trials, long seed);
}
