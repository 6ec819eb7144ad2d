// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

/** A way to spend a budget. Deterministic: what it asks next follows from the seed and from the answers alone. */
@FunctionalInterface
public interface Strategy {
    void run(Trials trials, long seed);
}
