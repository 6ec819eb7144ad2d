// SPDX-License-Identifier: Apache-2.0
package fairlead.engine;

import fairlead.machine.TableSizes;

/**
 * The limits with which a library was built; a configuration that exceeds them is refused.
 *
 * @param variant name of the elaboration: product, lab, small, ...
 * @param faults true if FAULT_ARM has an effect
 * @param asserts true if assertions are enabled
 * @param tables number of places of each table of the NIC
 */
public record Capabilities(
        String variant,
        boolean faults,
        boolean asserts,
        int maxLinkDepth,
        int maxLocalDepth,
        int maxInjection,
        int maxReception,
        int maxDla,
        int maxResponse,
        int maxTasks,
        int dlaChannels,
        int vcsPerClass,
        TableSizes tables) {}
