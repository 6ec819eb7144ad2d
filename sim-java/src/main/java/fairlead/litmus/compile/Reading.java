// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

/**
 * The source of a term's value.
 *
 * @param operation id of the operation that has the value
 * @param status true to take the operation's status (0 done, 1 refused or denied, 2 discarded) instead of its value
 */
public record Reading(int operation, boolean status) {}
