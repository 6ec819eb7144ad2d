// SPDX-License-Identifier: Apache-2.0
/**
 * What a machine is: its shape, structure, depths, limits and options, without anything that runs.
 */
package fairlead.machine;
