// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import fairlead.litmus.syntax.Verb;

/**
 * One operation of a task that may be in flight.
 *
 * @param name register or handle by which a `wait` names it, or null
 * @param remote bits of its actions at the target
 * @param local bits of its actions on the task's own node
 * @param epoch id of its epoch, or -1
 * @param context number of its context
 */
record Flight(Verb verb, String target, String name, long remote, long local, long epoch, int context) {
    long all() {
        return remote | local;
    }
}
