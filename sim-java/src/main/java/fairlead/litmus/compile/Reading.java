// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

/** Where the value of a term comes from: an operation's value, or its status (0 done, 1 refused or denied, 2 discarded). */
public record Reading(int operation, boolean status) {}
