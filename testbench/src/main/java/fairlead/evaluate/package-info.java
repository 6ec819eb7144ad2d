// SPDX-License-Identifier: Apache-2.0
/**
 * Simulations on behalf of a search or a sweep: a {@link fairlead.evaluate.Job} is run by a {@link
 * fairlead.evaluate.Pool} of processes of this machine or of a batch system, and its result is kept in a {@link
 * fairlead.evaluate.Store} under a key of everything that it depends on.
 */
package fairlead.evaluate;
