// SPDX-License-Identifier: Apache-2.0
package fairlead.model.router;

/**
 * iSLIP with one iteration, of one router after the other: each output grants one of its requests, each input accepts one of its grants, both round robin; pointers move on behind what was accepted. At
 * most 64 inputs and 64 outputs. McKeown, The iSLIP Scheduling Algorithm for Input-Queued Switches, 1999.
 */
final class Islip {
    private final int outputs;
    private final byte[] grantPointer; // by router * outputs + output
    private final byte[] acceptPointer; // by router * inputs + input
    private final int inputs;
    private final long[] requests; // by output: inputs
    private final long[] grants; // by input: outputs
    private long asked; // outputs with a request

    Islip(final int routers, final int inputs, final int outputs) {
        this.inputs = inputs;
        this.outputs = outputs;
        grantPointer = new byte[routers * outputs];
        acceptPointer = new byte[routers * inputs];
        requests = new long[outputs];
        grants = new long[inputs];
    }

    void request(final int input, final int output) {
        requests[output] |= 1L << input;
        asked |= 1L << output;
    }

    /** Matches what was requested, and forgets the requests. Gives output by input to `matched`, for the inputs of the answer. */
    long match(final int router, final int[] matched) {
        long granted = 0; // inputs
        for (; asked != 0; asked &= asked - 1) {
            final int output = Long.numberOfTrailingZeros(asked);
            final int input = next(requests[output], grantPointer[router * outputs + output]);
            requests[output] = 0;
            grants[input] |= 1L << output;
            granted |= 1L << input;
        }
        for (long rest = granted; rest != 0; rest &= rest - 1) {
            final int input = Long.numberOfTrailingZeros(rest);
            final int output = next(grants[input], acceptPointer[router * inputs + input]);
            grants[input] = 0;
            matched[input] = output;
            grantPointer[router * outputs + output] = (byte) (input + 1);
            acceptPointer[router * inputs + input] = (byte) (output + 1);
        }
        return granted;
    }

    /** The first bit of `any` from `pointer` on, round. */
    static int next(final long any, final int pointer) {
        final long ahead = pointer == Long.SIZE ? 0 : any & -1L << pointer;
        return Long.numberOfTrailingZeros(ahead != 0 ? ahead : any);
    }
}
