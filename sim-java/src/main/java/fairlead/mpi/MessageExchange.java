// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The exchange of a collective that does not wait: each member sends a message to each that needs something of it, and
 * takes those of others when they come. So no member waits for more than what it gets.
 */
final class MessageExchange {
    /** Gets the parts of all sources, null for those without one. */
    @FunctionalInterface
    interface Then {
        void take(byte[][] parts) throws IOException;
    }

    private final MpiRank rank;

    MessageExchange(MpiRank rank) {
        this.rank = rank;
    }

    /**
     * Begins an exchange. Ranks may be MPI_PROC_NULL.
     *
     * @param tag equal for all members, and for no other exchange at the same time
     * @param arrivals indices of the sources; of equal sources the messages come in this order
     */
    MpiRequest begin(Communicator comm, int tag, int[] to, byte[][] parts, int[] from, int[] arrivals, Then then) {
        Communicator inner = comm.inner();
        for (int i = 0; i < to.length; i++) {
            rank.messages.send(inner, to[i], tag, parts[i], false);
        }
        MpiRequest whole = new MpiRequest(comm, null, MpiRequest.ANY_SOURCE, MpiRequest.ANY_TAG);
        byte[][] got = new byte[from.length][];
        int[] open = {1};
        Runnable last = () -> {
            if (--open[0] > 0) {
                return;
            }
            whole.done = true;
            try {
                then.take(got);
            } catch (MpiError e) {
                whole.error = e;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
        for (int i : arrivals) {
            if (from[i] != MpiRank.PROC_NULL) {
                open[0]++;
                MpiRequest part = new MpiRequest(inner, null, from[i], tag);
                whole.parts.add(part);
                part.then = bytes -> {
                    got[i] = bytes;
                    last.run();
                };
                rank.messages.receive(part);
            }
        }
        last.run();
        return whole;
    }
}
