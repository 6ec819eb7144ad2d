// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

/** The `run` section. */
public record RunOptions(
        int quantum,
        boolean skipQuiescent,
        long maxCycles,
        int threads,
        boolean hops,
        boolean detect,
        boolean counters) {}
