// SPDX-License-Identifier: Apache-2.0
/**
 * Random mutants of the emitted netlist, and the ladder of runs that may notice them (docs/lab/mutation.md). {@link
 * fairlead.lab.mutate.MutationCampaign} is the campaign; {@link fairlead.lab.mutate.MutantWorker} is the process in
 * which mutants are played.
 */
package fairlead.lab.mutate;
