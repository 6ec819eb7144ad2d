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

    private final MpiRank rank;
    private final PointToPoint messages;

    MessageCalls(MpiRank rank, MpiCalls calls) {
        this.rank = rank;
        messages = rank.messages;
        for (String kind : List.of("", "B", "R", "S")) {
            calls.on(kind.isEmpty() ? "Send" : kind + "send", r -> messages.await(send(r, kind.equals("S"))));
            calls.on(
                    "I" + kind.toLowerCase(Locale.ROOT) + "send",
                    r -> rank.put(r.at(6), rank.requests.add(send(r, kind.equals("S")))));
        }
        calls.on("Recv", r -> {
            MpiRequest request = receive(r, 0, 5);
            messages.await(request);
            finish(request, r.at(6));
        });
        calls.on("Irecv", r -> rank.put(r.at(6), rank.requests.add(receive(r, 0, 5))));
        calls.on("Sendrecv", this::exchange);
        calls.on("Sendrecv_replace", this::replace);
        calls.on("Probe", r -> probe(r, 3, true));
        calls.on("Iprobe", r -> rank.put(r.at(3), probe(r, 4, false) ? 1 : 0));
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
            MpiRequest request = r.number(0) == 0 ? MpiRequest.ended() : rank.requests.get(r.number(0));
            rank.put(r.at(1), request.done ? 1 : 0);
            if (request.done) {
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

    private void exchange(Request r) throws IOException {
        Communicator comm = rank.comm(r.number(10));
        MpiRequest request = receive(comm, rank.buffer(r, 5), r.number(8), r.number(9));
        send(comm, rank.buffer(r, 0), r.number(3), r.number(4), false);
        messages.await(request);
        finish(request, r.at(11));
    }

    private void replace(Request r) throws IOException {
        Communicator comm = rank.comm(r.number(7));
        send(comm, rank.buffer(r, 0), r.number(3), r.number(4), false);
        MpiRequest request = receive(comm, rank.buffer(r, 0), r.number(5), r.number(6));
        messages.await(request);
        finish(request, r.at(8));
    }

    private boolean probe(Request r, int status, boolean waits) throws IOException {
        MpiRequest wanted = new MpiRequest(rank.comm(r.number(2)), null, r.number(0), r.number(1));
        if (wanted.source == MpiRank.PROC_NULL) {
            wanted.from = MpiRank.PROC_NULL;
        } else {
            Message found = messages.probe(wanted, waits);
            if (found == null) {
                return false;
            }
            wanted.from = found.source();
            wanted.sentTag = found.tag();
            wanted.bytes = found.bytes().length;
        }
        status(wanted, r.at(status), 0);
        return true;
    }

    // ---- the ends of requests

    private void status(MpiRequest request, long address, int error) throws IOException {
        if (address != 0) {
            rank.put(address, request.from, request.sentTag, error, 0);
            rank.putLong(address + 4 * Integer.BYTES, request.bytes);
        }
    }

    /** Writes the status of what has ended, and throws its error. */
    private void finish(MpiRequest request, long address) throws IOException {
        rank.pe.order.completeRequest(request);
        status(request, address, request.error == null ? 0 : rank.code(request.error));
        if (request.error != null) {
            rank.subject = request.comm;
            throw request.error;
        }
    }

    /** Returns the requests of an array, null for none. */
    private List<MpiRequest> requests(int count, long address) throws IOException {
        List<MpiRequest> requests = new ArrayList<>();
        for (int handle : rank.ints(address, count)) {
            requests.add(handle == 0 ? null : rank.requests.get(handle));
        }
        return requests;
    }

    private void end(long address, int i, MpiRequest request, long status) throws IOException {
        long handle = address + (long) i * Integer.BYTES;
        rank.release(rank.requests, handle);
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
