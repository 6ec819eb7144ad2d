// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

/**
 * When a step happened. A cycle of -1 stands for never.
 *
 * @param posted cycle of the hand-over to the network interface
 * @param firstCommit cycle in which its first byte was in memory
 * @param lastCommit cycle in which its last byte was in memory
 * @param completed cycle in which software knew its end
 * @param result how it ended: {@code DONE} and the other words of the column result of ops.csv, or {@code OPEN}
 */
public record StepTimes(long posted, long firstCommit, long lastCommit, long completed, String result) {}
