// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

/**
 * iSLIP with one iteration, for the routers one after the other: each output grants one of its requests, each input
 * accepts one of its grants, both in round-robin order. A pointer moves to the position behind an accepted grant. At
 * most 64 inputs and 64 outputs are supported. Reference: McKeown, The iSLIP Scheduling Algorithm for Input-Queued
 * Switches, 1999.
 */
final class Islip {
    private final int outputs;
    private final byte[] grantPointer; // by router * outputs + output
    private final byte[] acceptPointer; // by router * inputs + input
    private final int inputs;
    private final long[] requests; // by output: mask of the inputs
    private final long[] grants; // by input: mask of the outputs
    private long asked; // mask of the outputs with a request

    Islip(int routers, int inputs, int outputs) {
        this.inputs = inputs;
        this.outputs = outputs;
        grantPointer = new byte[routers * outputs];
        acceptPointer = new byte[routers * inputs];
        requests = new long[outputs];
        grants = new long[inputs];
    }

    void request(int input, int output) {
        requests[output] |= 1L << input;
        asked |= 1L << output;
    }

    /**
     * Matches the requests and clears them. Returns the matched inputs as a mask, and writes the output of each matched
     * input to `matched`.
     */
    long match(int router, int[] matched) {
        long granted = 0; // mask of inputs
        for (; asked != 0; asked &= asked - 1) {
            int output = Long.numberOfTrailingZeros(asked);
            int input = next(requests[output], grantPointer[router * outputs + output]);
            requests[output] = 0;
            grants[input] |= 1L << output;
            granted |= 1L << input;
        }
        for (long rest = granted; rest != 0; rest &= rest - 1) {
            int input = Long.numberOfTrailingZeros(rest);
            int output = next(grants[input], acceptPointer[router * inputs + input]);
            grants[input] = 0;
            matched[input] = output;
            grantPointer[router * outputs + output] = (byte) (input + 1);
            acceptPointer[router * inputs + input] = (byte) (output + 1);
        }
        return granted;
    }

    /** Returns the first set bit of `any` at or after `pointer`, cyclically. */
    static int next(long any, int pointer) {
        long ahead = pointer == Long.SIZE ? 0 : any & -1L << pointer;
        return Long.numberOfTrailingZeros(ahead != 0 ? ahead : any);
    }
}
