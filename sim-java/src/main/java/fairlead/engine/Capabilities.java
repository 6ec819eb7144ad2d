// SPDX-License-Identifier: Apache-2.0
package fairlead.engine;

import fairlead.machine.Buffers;

/**
 * The limits with which a library was built; a configuration that exceeds them is refused.
 *
 * @param variant name of the elaboration: product, lab, small, ...
 * @param faults true if FAULT_ARM has an effect
 * @param asserts true if assertions are enabled
 * @param most greatest depth of each buffer and number of places of each table
 * @param maxTasks greatest number of tasks of a node
 */
public record Capabilities(
        String variant,
        boolean faults,
        boolean asserts,
        Buffers most,
        int maxTasks,
        int dlaChannels,
        int vcsPerClass) {}
