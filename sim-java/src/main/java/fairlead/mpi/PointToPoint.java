// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.mpi.SoftwareMemory.Get;
import fairlead.pe.Patience;
import fairlead.program.Comparison;
import fairlead.program.OpKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Messages of one rank. A send leaves a block in the memory of its own node, draws a ticket at the receiver, and writes
 * the place of the block into the slot of the ticket. The receiver gets the block and gives it back; it takes messages
 * in the order of their tickets. So a send ends as soon as its slot is written; a synchronous one gets a note in a slot
 * of its own rank when its message is received.
 */
final class PointToPoint {
    /** A message that has been taken; block is that of a sender who waits for a note, otherwise 0. */
    record Message(int context, int source, int tag, byte[] bytes, int pe, long block, Object sent) {}

    private static final int SLOTS = 8191; // with the next ticket they fill a frame
    private static final int HEADER = 3 * Long.BYTES; // 1 after the block was got; context, tag; source, synchronous
    private static final int AGAIN = 64; // cycles until a slot that is not empty is looked at again
    private static final long NOTE = 2; // a slot: 1, and 2 for a note; PE * 4, block * 2^14, words * 2^39
    private static final int PE_BITS = 12;
    private static final int PLACE_BITS = 25;

    private final MpiRank rank;
    private final long tickets; // address of the next ticket; slots follow
    private final long blocks;
    private final List<Message> taken = new ArrayList<>(); // that no receive has asked for yet
    private final List<MpiRequest> receives = new ArrayList<>(); // for which no message is there yet
    private final List<Long> sent = new ArrayList<>(); // blocks that may be in use
    private final Map<Long, MpiRequest> unnoted = new HashMap<>(); // synchronous sends by block
    private long next; // ticket of the next message

    PointToPoint(MpiRank rank) {
        this.rank = rank;
        blocks = rank.world.place(rank.pe, "blocks", MpiWorld.AREA);
        tickets = rank.world.place(rank.pe, "tickets", (SLOTS + 1) * Long.BYTES);
    }

    private long slot(long ticket) {
        return tickets + Long.BYTES * (1 + ticket % SLOTS);
    }

    /** Returns whether no receive of the program is open. */
    boolean isIdle() {
        return receives.stream().allMatch(receive -> receive.then != null);
    }

    // ---- sends

    /** Sends a message; the request of a synchronous one is done when the message is received. */
    MpiRequest send(Communicator comm, int dest, int tag, byte[] bytes, boolean synchronous) {
        MpiRequest request = MpiRequest.ended();
        if (dest == MpiRank.PROC_NULL) {
            return request;
        }
        sent.removeIf(block -> {
            boolean got = rank.software.word(block) != 0;
            if (got) {
                rank.software.free(block);
            }
            return got;
        });
        long block = rank.software.allocate(HEADER + bytes.length);
        rank.software.store(
                block,
                0,
                (long) comm.context << Integer.SIZE | tag & 0xFFFF_FFFFL,
                (long) comm.me << Integer.SIZE | (synchronous ? 1L << Integer.SIZE - 1 : 0) | bytes.length);
        rank.software.store(block + HEADER, bytes);
        if (synchronous) {
            request.done = false;
            unnoted.put(block, request);
        }
        rank.pe.order.release(key("message", rank.pe.number, block));
        write(comm.peers()[dest], 1, block, HEADER + bytes.length);
        sent.add(block);
        return request;
    }

    private static Object key(String what, int pe, long block) {
        return List.of(what, pe, block);
    }

    private void write(int pe, long kind, long block, int bytes) {
        int ticket = rank.pe.memory.symmetric(tickets);
        var drawn = rank.pe.task.fetchOp(OpKind.FADD, rank.pe.node(pe), ticket, 1);
        rank.pe.task.await(drawn);
        int slot = rank.pe.memory.symmetric(slot(rank.pe.task.value(drawn)));
        long words = (bytes + Long.BYTES - 1) / Long.BYTES;
        long place = (block - blocks) / Long.BYTES;
        if (place >= 1 << PLACE_BITS || words >= 1 << PLACE_BITS) {
            throw new MpiError(ErrorClass.NO_MEM, "a message has " + bytes + " bytes");
        }
        long word = kind | (long) rank.pe.number << 2 | place << 2 + PE_BITS | words << 2 + PE_BITS + PLACE_BITS;
        Patience patience = new Patience(rank.pe.task);
        while (true) {
            var written = rank.pe.task.cas(rank.pe.node(pe), slot, 0, word);
            rank.pe.task.await(written);
            if (rank.pe.task.value(written) == 0) {
                return;
            }
            rank.pe.task.await(patience.pause(AGAIN));
        }
    }

    // ---- receives

    /** Begins a receive. */
    MpiRequest receive(Communicator comm, Pieces into, int source, int tag) {
        MpiRequest request = new MpiRequest(comm, into, source, tag);
        if (source == MpiRank.PROC_NULL) {
            request.done = true;
            request.from = MpiRank.PROC_NULL;
        } else {
            receive(request);
        }
        return request;
    }

    void receive(MpiRequest request) {
        take();
        Message message = find(request, true);
        if (message == null) {
            receives.add(request);
        } else {
            give(request, message);
        }
    }

    /** Ends a receive for which no message is there yet. */
    void cancel(MpiRequest request) {
        request.cancelled = receives.remove(request);
        request.done |= request.cancelled;
    }

    /** Waits until a request is done. */
    void await(MpiRequest request) {
        while (!request.done) {
            rank.awaited = request.toString();
            takeNext();
        }
    }

    /** Returns the first message that a receive would get, and takes it away if it `ends`; null if there is none. */
    private Message find(MpiRequest request, boolean ends) {
        for (Iterator<Message> each = taken.iterator(); each.hasNext(); ) {
            Message message = each.next();
            if (request.takes(message)) {
                if (ends) {
                    each.remove();
                }
                return message;
            }
        }
        return null;
    }

    /** Looks for a message that a receive would get and waits for it if it must; null if there is none. */
    Message probe(MpiRequest wanted, boolean waits) {
        take();
        Message found = find(wanted, false);
        while (found == null && waits) {
            rank.awaited = wanted.toString();
            takeNext();
            found = find(wanted, false);
        }
        return found;
    }

    /** Takes a message away that only its finder can receive. */
    void remove(Message message) {
        taken.remove(message);
    }

    /** Receives a message of the software itself. */
    byte[] receive(Communicator comm, int source, int tag) {
        Message message = probe(new MpiRequest(comm, null, source, tag), true);
        taken.remove(message);
        rank.pe.order.take(message.sent);
        return message.bytes;
    }

    /** Lets the program know that a request has ended. */
    void learn(MpiRequest request) {
        request.sent.forEach(rank.pe.order::take);
        request.sent.clear();
        request.parts.forEach(this::learn);
    }

    void give(MpiRequest request, Message message) {
        request.sent.add(message.sent);
        request.done = true;
        if (request.then != null) {
            request.then.accept(message.bytes);
            return;
        }
        request.from = message.source;
        request.sentTag = message.tag;
        request.bytes = Math.min(message.bytes.length, request.into.bytes());
        if (message.bytes.length > request.into.bytes()) {
            request.error = new MpiError(
                    ErrorClass.TRUNCATE,
                    "a message of " + message.bytes.length + " bytes from rank " + message.source + " into "
                            + request.into.bytes());
        }
        try {
            rank.write(request.into, message.bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (message.block != 0) {
            rank.pe.order.release(key("note", message.pe, message.block));
            write(message.pe, 1 | NOTE, message.block, 0);
        }
    }

    /** Takes all messages that are there. */
    void take() {
        while (rank.software.word(slot(next)) != 0) {
            takeNext();
        }
    }

    /** Waits for the next message or note and takes it. */
    void takeNext() {
        int slot = rank.pe.memory.symmetric(slot(next));
        if (rank.pe.memory.word(slot) == 0) {
            rank.pe.task.await(rank.pe.task.poll(slot, Comparison.NE, 0));
        }
        long word = rank.pe.memory.word(slot);
        rank.pe.task.store(slot, new byte[Long.BYTES]);
        next++;
        int pe = (int) (word >> 2) & (1 << PE_BITS) - 1;
        long block = blocks + Long.BYTES * (word >> 2 + PE_BITS & (1 << PLACE_BITS) - 1);
        if ((word & NOTE) != 0) {
            rank.pe.order.take(key("note", rank.pe.number, block));
            unnoted.remove(block).done = true;
            return;
        }
        int length = Long.BYTES * (int) (word >>> 2 + PE_BITS + PLACE_BITS);
        long landing = rank.software.allocate(length);
        rank.software.get(List.of(new Get(pe, landing, block, length)));
        byte[] all = rank.software.load(landing, length);
        rank.software.free(landing);
        rank.pe.task.fetchOp(OpKind.SWAP, rank.pe.node(pe), rank.pe.memory.symmetric(block), 1);
        long from = SoftwareMemory.word(all, 2 * Long.BYTES);
        byte[] bytes = new byte[(int) from & Integer.MAX_VALUE];
        System.arraycopy(all, HEADER, bytes, 0, bytes.length);
        long what = SoftwareMemory.word(all, Long.BYTES);
        boolean synchronous = (int) from < 0;
        Message message = new Message(
                (int) (what >> Integer.SIZE),
                (int) (from >> Integer.SIZE),
                (int) what,
                bytes,
                pe,
                synchronous ? block : 0,
                rank.pe.order.move(key("message", pe, block)));
        for (MpiRequest request : receives) {
            if (request.takes(message)) {
                receives.remove(request);
                give(request, message);
                return;
            }
        }
        taken.add(message);
    }
}
