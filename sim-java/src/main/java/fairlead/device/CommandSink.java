// SPDX-License-Identifier: Apache-2.0
package fairlead.device;

/** Takes the commands of one node. */
interface CommandSink {
    /**
     * Gives a command that acts in `cycle` or later, and returns its sequence number.
     *
     * @param task thread that gives it
     */
    int command(long cycle, int task, int op, long w0, long w1);
}
