// SPDX-License-Identifier: Apache-2.0
/**
 * What every engine offers and takes: {@link fairlead.engine.api.Engine} runs a machine that {@link
 * fairlead.engine.api.MachineConfig} describes, takes commands, and answers with event records. The RTL, its twin, and
 * both in lockstep implement it, and everything above knows the machine by this package alone (ground rule D4).
 * Layouts and codes are those of the generated class HwLayout.
 */
package fairlead.engine.api;
