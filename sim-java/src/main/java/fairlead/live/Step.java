// SPDX-License-Identifier: Apache-2.0
package fairlead.live;

/** What one call of a live task has begun: operations that follow each other in the captured program, or none. */
public final class Step {
    final int first; // id of its first operation
    final int end;
    final int call; // number of awaits of the task before the call
    int awaited; // number of the await that awaited it; 0 for none

    Step(int first, int end, int call) {
        this.first = first;
        this.end = end;
        this.call = call;
    }
}
