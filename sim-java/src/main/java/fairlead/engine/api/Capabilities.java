// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

/**
 * What a library was built with; configurations beyond it are refused.
 *
 * @param variant name of the elaboration: product, lab, small, ...
 * @param faults whether FAULT_ARM does anything
 * @param asserts whether assertions are on
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
        int vcsPerClass) {}
