// SPDX-License-Identifier: Apache-2.0
/**
 * Asks a model checker whether a small network can reach a local deadlock (`scripts/lab prove --network`). {@link
 * fairlead.lab.networks.NetworkModel} states the question, {@link fairlead.lab.networks.NetworkCircuit} writes it
 * as a circuit, and {@link fairlead.lab.networks.Trace} replays an answer on the model alone.
 */
package fairlead.lab.networks;
