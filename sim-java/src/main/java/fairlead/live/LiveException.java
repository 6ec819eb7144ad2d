// SPDX-License-Identifier: Apache-2.0
package fairlead.live;

/** Reports what the code of a live task has thrown, which is the cause. */
public final class LiveException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LiveException(int node, int task, long cycle, Throwable cause) {
        super("node " + node + " task " + task + " in cycle " + cycle + ": " + cause, cause);
    }
}
