// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** An operation that the program has begun: a receive, a collective, or what is done as soon as it is begun. */
final class MpiRequest {
    /** Begins a persistent request once more. */
    @FunctionalInterface
    interface Begin {
        MpiRequest begin() throws IOException;
    }

    final Communicator comm;
    final Pieces into; // null for what is no receive
    final int source;
    final int tag;
    final List<MpiRequest> parts = new ArrayList<>(); // messages of a collective
    final List<Object> sent = new ArrayList<>(); // what its end lets the program know
    Consumer<byte[]> then; // gets the message instead of the process
    Begin again; // null if it is not persistent
    boolean active = true;
    boolean done;
    boolean cancelled;
    int from = ANY_SOURCE; // what its status says
    int sentTag = ANY_TAG;
    long bytes;
    MpiError error;

    static final int ANY_SOURCE = -2; // as in mpi.h
    static final int ANY_TAG = -1;

    MpiRequest(Communicator comm, Pieces into, int source, int tag) {
        this.comm = comm;
        this.into = into;
        this.source = source;
        this.tag = tag;
    }

    /** Returns a request of what is done already. */
    static MpiRequest ended() {
        MpiRequest request = new MpiRequest(null, null, ANY_SOURCE, ANY_TAG);
        request.done = true;
        return request;
    }

    /** Returns a persistent request that has not begun. */
    static MpiRequest persistent(Begin again) {
        MpiRequest request = ended();
        request.again = again;
        request.active = false;
        return request;
    }

    boolean takes(PointToPoint.Message message) {
        return comm.context == message.context()
                && (source == ANY_SOURCE || source == message.source())
                && (tag == ANY_TAG || tag == message.tag());
    }

    @Override
    public String toString() {
        for (MpiRequest part : parts) {
            if (!part.done) {
                return "what rank " + part.source + " gives to a collective";
            }
        }
        return into == null
                ? "the receive of what it has sent"
                : "a message from " + (source == ANY_SOURCE ? "any rank" : "rank " + source)
                        + (tag == ANY_TAG ? "" : " with tag " + tag);
    }
}
