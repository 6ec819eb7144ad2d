// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

/**
 * The source of a term's value.
 *
 * @param operation id of the operation that has the value
 * @param status true to take the operation's status (0 done, 1 refused or denied, 2 discarded) instead of its value
 * @param before source if the operation was skipped; null stands for the value 0
 */
public record Reading(int operation, boolean status, Reading before) {
    public Reading(final int operation, final boolean status) {
        this(operation, status, null);
    }
}
