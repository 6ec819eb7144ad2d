// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.mpi.PointToPoint.Message;
import fairlead.pe.Request;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Sends, receives, and the ends of requests. */
final class MessageCalls {
    private static final int STATUS_BYTES = 24;
    private static final int NO_PROC = -1; // as in mpi.h
    private static final Message NOBODY =
            new Message(0, MpiRank.PROC_NULL, MpiRequest.ANY_TAG, new byte[0], 0, 0, null);

    private final MpiRank rank;
    private final PointToPoint messages;
    private final Handles<Message> matched = new Handles<>(ErrorClass.REQUEST, "message");

    MessageCalls(MpiRank rank, MpiCalls calls) {
        this.rank = rank;
        messages = rank.messages;
        for (String kind : List.of("", "B", "R", "S")) {
            calls.on(kind.isEmpty() ? "Send" : kind + "send", r -> messages.await(send(r, kind.equals("S"))));
            calls.on("I" + kind.toLowerCase(Locale.ROOT) + "send", r -> add(r.at(6), send(r, kind.equals("S"))));
            calls.on((kind.isEmpty() ? "Send" : kind + "send") + "_init", r -> {
                Communicator comm = rank.comm(r.number(5));
                Pieces from = rank.buffer(r, 0);
                comm.require(r.number(3));
                add(r.at(6), MpiRequest.persistent(() -> send(comm, from, r.number(3), r.number(4), kind.equals("S"))));
            });
        }
        calls.on("Recv", r -> {
            end(receive(r, 0, 5), r.at(6));
        });
        calls.on("Irecv", r -> add(r.at(6), receive(r, 0, 5)));
        calls.on("Recv_init", r -> {
            Communicator comm = rank.comm(r.number(5));
            Pieces into = rank.buffer(r, 0);
            add(r.at(6), MpiRequest.persistent(() -> receive(comm, into, r.number(3), r.number(4))));
        });
        calls.on("Start", this::start);
        calls.on("Startall", this::start);
        calls.on("Cancel", r -> messages.cancel(rank.requests.get(rank.handle(r.at(0)))));
        calls.on("Sendrecv", r -> end(exchange(r), r.at(11)));
        calls.on("Sendrecv_replace", r -> end(replace(r), r.at(8)));
        calls.on("Isendrecv", r -> add(r.at(11), exchange(r)));
        calls.on("Isendrecv_replace", r -> add(r.at(8), replace(r)));
        calls.on("Probe", r -> probe(r, 3, true));
        calls.on("Iprobe", r -> rank.put(r.at(3), probe(r, 4, false) == null ? 0 : 1));
        calls.on("Mprobe", r -> match(r, true));
        calls.on("Improbe", r -> rank.put(r.at(3), match(r, false) ? 1 : 0));
        calls.on("Mrecv", r -> end(matched(r), r.at(4)));
        calls.on("Imrecv", r -> add(r.at(4), matched(r)));
        ends(calls);
    }

    private void ends(MpiCalls calls) {
        calls.on("Wait", r -> some(1, r.at(0), r.at(1), 0, 0, true, true));
        calls.on("Waitall", r -> all(r.number(0), r.at(1), r.at(2)));
        calls.on("Waitany", r -> any(r.number(0), r.at(1), r.at(2), r.at(3), true));
        calls.on("Waitsome", r -> some(r.number(0), r.at(1), r.at(4), r.at(2), r.at(3), true, false));
        calls.on("Test", r -> test(1, r.at(0), r.at(1), r.at(2)));
        calls.on("Testall", r -> test(r.number(0), r.at(1), r.at(2), r.at(3)));
        calls.on("Testany", r -> rank.put(r.at(3), any(r.number(0), r.at(1), r.at(2), r.at(4), false) ? 1 : 0));
        calls.on("Testsome", r -> some(r.number(0), r.at(1), r.at(4), r.at(2), r.at(3), false, false));
        calls.on("Request_free", r -> rank.release(rank.requests, r.at(0)));
        calls.on("Request_get_status", r -> {
            messages.take();
            MpiRequest request = request(r.number(0));
            request = request == null ? MpiRequest.ended() : request;
            rank.put(r.at(1), request.done ? 1 : 0);
            if (request.done) {
                messages.learn(request);
                status(request, r.at(2), 0);
            }
        });
        calls.on("Get_count", r -> {
            int size = rank.type(r, 1).size();
            long bytes = r.at(0);
            rank.put(
                    r.at(2),
                    bytes == 0 ? 0 : size == 0 || bytes % size != 0 ? MpiRank.UNDEFINED : (int) (bytes / size));
        });
        calls.on("Get_elements", r -> {
            Datatype type = rank.type(r, 1);
            int size = type.basic == null ? 0 : type.basic.size();
            rank.put(r.at(2), r.at(0) == 0 ? 0 : size == 0 ? MpiRank.UNDEFINED : (int) (r.at(0) / size));
        });
    }

    private MpiRequest send(Request request, boolean synchronous) throws IOException {
        Communicator comm = rank.comm(request.number(5));
        return send(comm, rank.buffer(request, 0), request.number(3), request.number(4), synchronous);
    }

    private MpiRequest send(Communicator comm, Pieces from, int dest, int tag, boolean synchronous) throws IOException {
        comm.require(dest);
        if (tag < 0) {
            throw new MpiError(ErrorClass.TAG, "the tag " + tag);
        }
        return messages.send(comm, dest, tag, rank.read(from), synchronous);
    }

    private MpiRequest receive(Request request, int first, int comm) {
        return receive(
                rank.comm(request.number(comm)), rank.buffer(request, first), request.number(3), request.number(4));
    }

    private MpiRequest receive(Communicator comm, Pieces into, int source, int tag) {
        if (source != MpiRequest.ANY_SOURCE) {
            comm.require(source);
        }
        if (tag < MpiRequest.ANY_TAG) {
            throw new MpiError(ErrorClass.TAG, "the tag " + tag);
        }
        return messages.receive(comm, into, source, tag);
    }

    private MpiRequest exchange(Request r) throws IOException {
        Communicator comm = rank.comm(r.number(10));
        MpiRequest request = receive(comm, rank.buffer(r, 5), r.number(8), r.number(9));
        send(comm, rank.buffer(r, 0), r.number(3), r.number(4), false);
        return request;
    }

    private MpiRequest replace(Request r) throws IOException {
        Communicator comm = rank.comm(r.number(7));
        send(comm, rank.buffer(r, 0), r.number(3), r.number(4), false);
        return receive(comm, rank.buffer(r, 0), r.number(5), r.number(6));
    }

    /** Returns the message that a receive would get, NOBODY for one from MPI_PROC_NULL, and null for none. */
    private Message probe(Request r, int status, boolean waits) throws IOException {
        MpiRequest wanted = new MpiRequest(rank.comm(r.number(2)), null, r.number(0), r.number(1));
        Message found = wanted.source == MpiRank.PROC_NULL ? NOBODY : messages.probe(wanted, waits);
        if (found != null) {
            wanted.from = found.source();
            wanted.sentTag = found.tag();
            wanted.bytes = found.bytes().length;
            status(wanted, r.at(status), 0);
        }
        return found;
    }

    private boolean match(Request r, boolean waits) throws IOException {
        Message found = probe(r, 4, waits);
        messages.remove(found);
        if (found != null) {
            rank.put(r.at(5), found == NOBODY ? NO_PROC : matched.add(found));
        }
        return found != null;
    }

    /** Begins to receive a matched message. */
    private MpiRequest matched(Request r) throws IOException {
        MpiRequest request = new MpiRequest(rank.comm(1), rank.buffer(r, 0), MpiRequest.ANY_SOURCE, 0);
        int handle = rank.handle(r.at(3));
        messages.give(request, handle == NO_PROC ? NOBODY : matched.remove(handle));
        rank.put(r.at(3), 0);
        return request;
    }

    // ---- persistent requests

    private void start(Request r) throws IOException {
        for (int handle : rank.ints(r.at(1), r.number(0))) {
            MpiRequest idle = rank.requests.get(handle);
            if (idle.again == null || idle.active) {
                throw new MpiError(ErrorClass.REQUEST, "request " + handle + " cannot be started");
            }
            MpiRequest begun = idle.again.begin();
            begun.again = idle.again;
            rank.requests.put(handle, begun);
        }
    }

    // ---- the ends of requests

    private void status(MpiRequest request, long address, int error) throws IOException {
        if (address != 0) {
            rank.put(address, request.from, request.sentTag, error, request.cancelled ? 1 : 0);
            rank.putLong(address + 4 * Integer.BYTES, request.bytes);
        }
    }

    /** Writes the status of what has ended, and throws its error. */
    private void finish(MpiRequest request, long address) throws IOException {
        rank.pe.order.completeRequest(request);
        messages.learn(request);
        status(request, address, request.error == null ? 0 : rank.code(request.error));
        if (request.error != null) {
            rank.subject = request.comm;
            throw request.error;
        }
    }

    private void add(long result, MpiRequest request) throws IOException {
        rank.put(result, rank.requests.add(request));
    }

    /** Waits for a request that the program does not know. */
    private void end(MpiRequest request, long status) throws IOException {
        messages.await(request);
        finish(request, status);
    }

    /** Returns what a request has begun, null for nothing. */
    private MpiRequest request(int handle) {
        MpiRequest request = handle == 0 ? null : rank.requests.get(handle);
        return request == null || !request.active ? null : request;
    }

    /** Returns the requests of an array, null for none. */
    private List<MpiRequest> requests(int count, long address) throws IOException {
        List<MpiRequest> requests = new ArrayList<>();
        for (int handle : rank.ints(address, count)) {
            requests.add(request(handle));
        }
        return requests;
    }

    private void end(long address, int i, MpiRequest request, long status) throws IOException {
        long handle = address + (long) i * Integer.BYTES;
        if (request.again == null) {
            rank.release(rank.requests, handle);
        } else {
            rank.requests.put(rank.handle(handle), MpiRequest.persistent(request.again));
        }
        finish(request, status);
    }

    private static long at(long statuses, int i) {
        return statuses == 0 ? 0 : statuses + (long) i * STATUS_BYTES;
    }

    private void all(int count, long address, long statuses) throws IOException {
        List<MpiRequest> requests = requests(count, address);
        MpiError error = null;
        for (int i = 0; i < count; i++) {
            MpiRequest request = requests.get(i);
            if (request == null) {
                status(MpiRequest.ended(), at(statuses, i), 0);
                continue;
            }
            messages.await(request);
            try {
                end(address, i, request, at(statuses, i));
            } catch (MpiError e) {
                error = count == 1 ? e : new MpiError(ErrorClass.IN_STATUS, e.getMessage());
            }
        }
        if (error != null) {
            throw error;
        }
    }

    private void test(int count, long address, long flag, long statuses) throws IOException {
        messages.take();
        boolean done = requests(count, address).stream().allMatch(request -> request == null || request.done);
        rank.put(flag, done ? 1 : 0);
        if (done) {
            all(count, address, statuses);
        }
    }

    /** Returns the numbers of requests that are done, null if there is no request. */
    private List<Integer> done(List<MpiRequest> requests, boolean waits) {
        List<Integer> done = new ArrayList<>();
        if (requests.stream().allMatch(request -> request == null)) {
            return null;
        }
        messages.take();
        while (true) {
            for (int i = 0; i < requests.size(); i++) {
                if (requests.get(i) != null && requests.get(i).done) {
                    done.add(i);
                }
            }
            if (!done.isEmpty() || !waits) {
                return done;
            }
            rank.awaited = requests.stream()
                    .filter(request -> request != null)
                    .map(MpiRequest::toString)
                    .distinct()
                    .reduce((a, b) -> a + " or " + b)
                    .orElse("");
            messages.takeNext();
        }
    }

    private boolean any(int count, long address, long index, long status, boolean waits) throws IOException {
        List<MpiRequest> requests = requests(count, address);
        List<Integer> done = done(requests, waits);
        if (done == null || done.isEmpty()) {
            rank.put(index, MpiRank.UNDEFINED);
            if (done == null) {
                status(MpiRequest.ended(), status, 0);
            }
            return done == null;
        }
        rank.put(index, done.get(0));
        end(address, done.get(0), requests.get(done.get(0)), status);
        return true;
    }

    private void some(int count, long address, long statuses, long number, long indices, boolean waits, boolean single)
            throws IOException {
        List<MpiRequest> requests = requests(count, address);
        List<Integer> done = done(requests, waits);
        if (!single) {
            rank.put(number, done == null ? MpiRank.UNDEFINED : done.size());
            rank.put(
                    indices,
                    done == null ? new int[0] : done.stream().mapToInt(i -> i).toArray());
        }
        if (done == null && single) {
            status(MpiRequest.ended(), statuses, 0);
        }
        for (int i = 0; done != null && i < done.size(); i++) {
            end(address, done.get(i), requests.get(done.get(i)), at(statuses, i));
        }
    }
}
