// SPDX-License-Identifier: Apache-2.0
/**
 * The interface between software and a machine that runs: commands in, events out, capabilities, memory, inspection.
 */
package fairlead.engine;
