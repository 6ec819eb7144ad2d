// SPDX-License-Identifier: Apache-2.0
/**
 * Asks a model checker whether a small network can reach a local deadlock (`fairlead prove --network`). {@link
 * fairlead.deadlock.prove.NetworkModel} states the question, {@link fairlead.deadlock.prove.NetworkCircuit} writes it
 * as a circuit, and {@link fairlead.deadlock.prove.Trace} replays an answer on the model alone.
 */
package fairlead.deadlock.prove;
