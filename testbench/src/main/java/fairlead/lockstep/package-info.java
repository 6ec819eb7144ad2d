// SPDX-License-Identifier: Apache-2.0
/**
 * The engine `lockstep`: RTL and twin side by side. The first difference in an event, a VC state or the memory ends the
 * run with a {@link fairlead.lockstep.DifferenceException}.
 */
package fairlead.lockstep;
