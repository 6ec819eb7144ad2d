// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

/** One entry of `faults`. */
public record FaultSpec(String name, int id, int node, long cycle, long operand) {}
