// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import java.util.Arrays;

/**
 * The routers of a partition whose structure has the allocators of iSLIP with one iteration. A head chooses its output
 * VC, and each output VC takes one of its heads. Output ports and input ports of the switch match as {@link Islip}
 * does; an input port then sends one of its VCs that ask for the output port.
 */
class IslipPartition extends StagedPartition {
    private static final int PORTS = RouterShape.PORTS;
    private static final int NUMBERS = RouterShape.NUMBERS;
    private static final int FIRST_LOCAL = RouterShape.LINKS * NUMBERS;
    /** By place: its index in the rotation over all input VCs, in order of port and number. */
    private static final int[] RANK = new int[RouterShape.VCS];

    private static final int[] PLACE = new int[Long.SIZE]; // by index in the rotation: place
    private final byte[] headPointer; // by node * VCS + output place: pointer over the ranks of the input VCs
    private final byte[] vcPointer; // by (node * PORTS + input) * PORTS + output: pointer over the VCs of the input
    private final Islip ports;
    private final int[] outputOf = new int[PORTS];
    private final long[] asking = new long[RouterShape.VCS]; // by output place: ranks of the heads that want it
    private final long[] candidates = new long[PORTS * PORTS]; // by input * PORTS + output: VCs of the input

    static {
        for (int place = 0; place < RouterShape.VCS; place++) {
            RANK[place] = RouterShape.isLocal(place)
                    ? FIRST_LOCAL + place - RouterShape.FIRST_LOCAL
                    : RouterShape.port(place) * NUMBERS + RouterShape.number(place);
            PLACE[RANK[place]] = place;
        }
    }

    IslipPartition(RouterState state, PartitionLinks[] all, int self, PartitionPorts ports) {
        super(state, all, self, ports);
        headPointer = new byte[state.nodes * RouterShape.VCS];
        vcPointer = new byte[state.nodes * PORTS * PORTS];
        this.ports = new Islip(state.nodes, PORTS, PORTS);
    }

    @Override
    void allocateVcs(int node, long requests) {
        long asked = 0;
        for (long rest = requests; rest != 0; rest &= rest - 1) {
            int place = Long.numberOfTrailingZeros(rest);
            int output = output(node, place, 0);
            asking[output] |= 1L << RANK[place];
            asked |= 1L << output;
        }
        for (; asked != 0; asked &= asked - 1) {
            int output = Long.numberOfTrailingZeros(asked);
            int pointer = node * RouterShape.VCS + output;
            int rank = Islip.next(asking[output], headPointer[pointer]);
            asking[output] = 0;
            headPointer[pointer] = (byte) (rank + 1);
            bind(node, PLACE[rank], output);
        }
    }

    /** Returns the port of the switch of an input or output VC. */
    int port(int place) {
        return RouterShape.port(place);
    }

    /** Returns the position of an input VC in the rotation over those of its port. */
    int index(int place) {
        return RouterShape.isLocal(place) ? 0 : RouterShape.number(place);
    }

    int place(int port, int index) {
        return RouterShape.place(port, index);
    }

    @Override
    final void pass(int node, long flits) {
        for (long rest = flits; rest != 0; rest &= rest - 1) {
            int place = Long.numberOfTrailingZeros(rest);
            int input = port(place);
            int output = port(InputVc.output(in[node * vcs + place]));
            candidates[input * PORTS + output] |= 1L << index(place);
            ports.request(input, output);
        }
        int outputs = 0;
        for (long inputs = flits == 0 ? 0 : ports.match(node, outputOf); inputs != 0; inputs &= inputs - 1) {
            int input = Long.numberOfTrailingZeros(inputs);
            int output = outputOf[input];
            int pair = input * PORTS + output;
            int index = Islip.next(candidates[pair], vcPointer[node * PORTS * PORTS + pair]);
            vcPointer[node * PORTS * PORTS + pair] = (byte) (index + 1);
            winner[output] = place(input, index);
            outputs |= 1 << output;
        }
        Arrays.fill(candidates, 0);
        long moved = 0;
        for (int rest = outputs; rest != 0; rest &= rest - 1) {
            int place = winner[Integer.numberOfTrailingZeros(rest)];
            moved |= 1L << place;
            move(node, place, InputVc.output(in[node * vcs + place]));
        }
        if (waits().on[node]) {
            waits().moved(node, moved);
            waits().refused(node, flits & ~moved, 0);
        }
        stepped(node, ready[node] | heads[node]);
    }

    /**
     * iSLIP with one iteration, for the routers one after the other: each output grants one of its requests, each input
     * accepts one of its grants, both in round-robin order. A pointer moves to the position behind an accepted grant.
     * At most 64 inputs and 64 outputs are supported. Reference: McKeown, The iSLIP Scheduling Algorithm for
     * Input-Queued Switches, 1999.
     */
    static final class Islip {
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
         * Matches the requests and clears them. Returns the matched inputs as a mask, and writes the output of each
         * matched input to `matched`.
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
}
