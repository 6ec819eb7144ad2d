// SPDX-License-Identifier: Apache-2.0
/**
 * Random mutants, of the emitted netlist of the RTL and of the twin's byte code, and the ladder of runs that may
 * notice them (docs/lab/mutation.md). {@link fairlead.lab.mutate.MutationCampaign} and {@link fairlead.lab.mutate.TwinCampaign}
 * are the two campaigns; the classes *Worker are the processes in which mutants are played.
 */
package fairlead.lab.mutate;
