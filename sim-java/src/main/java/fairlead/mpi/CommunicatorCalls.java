// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.pe.Request;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Communicators: made of others by all their members, who exchange what the result depends on. */
final class CommunicatorCalls {
    private static final int IDENT = 0; // as in mpi.h
    private static final int CONGRUENT = 1;
    private static final int LEADERS = -2; // tag that no collective has

    private final MpiRank rank;
    private final MemberExchange members;
    private final Map<Object, Integer> groupsMade = new HashMap<>(); // how often a group has made a communicator

    CommunicatorCalls(MpiRank rank, MpiCalls calls) {
        this.rank = rank;
        members = new MemberExchange(rank);
        calls.on("Comm_rank", r -> rank.put(r.at(1), rank.comm(r.number(0)).me));
        calls.on("Comm_size", r -> rank.put(r.at(1), rank.comm(r.number(0)).size()));
        calls.on("Comm_dup", this::dup);
        calls.on("Comm_dup_with_info", this::dup);
        calls.on("Comm_idup", r -> {
            copy(r);
            rank.put(r.at(2), rank.requests.add(MpiRequest.ended()));
        });
        calls.on("Comm_split", r -> split(rank.comm(r.number(0)), r.number(1), r.number(2), r.at(3)));
        calls.on("Comm_split_type", this::splitByNode);
        calls.on("Comm_create", this::create);
        calls.on("Comm_create_group", this::createOfGroup);
        calls.on("Comm_free", this::free);
        calls.on("Comm_group", r -> rank.put(r.at(1), rank.groups.add(rank.comm(r.number(0)).ranks)));
        calls.on("Comm_compare", this::compare);
        calls.on("Comm_test_inter", r -> rank.put(r.at(1), rank.comm(r.number(0)).remote == null ? 0 : 1));
        calls.on("Comm_remote_size", r -> rank.put(r.at(1), inter(r).remote.length));
        calls.on("Comm_remote_group", r -> rank.put(r.at(1), rank.groups.add(inter(r).remote)));
        calls.on("Intercomm_create", this::connect);
        calls.on("Intercomm_merge", this::merge);
        names(calls, "Comm", rank::comm);
        names(calls, "Win", rank::window);
    }

    private void names(MpiCalls calls, String kind, IntFunction<MpiObject> object) {
        calls.on(kind + "_set_name", r -> object.apply(r.number(0)).name = rank.text(r.at(1), r.number(2)));
        calls.on(kind + "_get_name", r -> rank.putText(r.at(1), r.at(2), object.apply(r.number(0)).name));
        calls.on(kind + "_set_errhandler", r -> object.apply(r.number(0)).handler = r.number(1));
        calls.on(kind + "_get_errhandler", r -> rank.put(r.at(1), object.apply(r.number(0)).handler));
        calls.on(kind + "_call_errhandler", r -> {
            object.apply(r.number(0));
            throw new MpiError(r.number(1));
        });
    }

    private Communicator inter(Request r) {
        Communicator comm = rank.comm(r.number(0));
        if (comm.remote == null) {
            throw new MpiError(ErrorClass.COMM, comm + " is no intercommunicator");
        }
        return comm;
    }

    Communicator make(Communicator parent, Object key, int[] ranks, long result) throws IOException {
        return make(parent, new Communicator(rank.world.context(key), ranks, rank.pe.number), result);
    }

    private Communicator make(Communicator parent, Communicator made, long result) throws IOException {
        made.handler = parent.handler;
        made.handle = rank.comms.add(made);
        rank.put(result, made.handle);
        return made;
    }

    private void dup(Request request) throws IOException {
        Communicator comm = rank.comm(request.number(0));
        if (comm.remote == null) {
            rank.meet(comm);
        }
        copy(request);
    }

    private void copy(Request request) throws IOException {
        Communicator comm = rank.comm(request.number(0));
        int context = rank.world.context(List.of(comm.context, comm.next()));
        Communicator made = new Communicator(context, comm.ranks, comm.remote, rank.pe.number);
        make(comm, made, request.at(1)).topology = comm.topology;
    }

    private void split(Communicator comm, int color, int key, long result) throws IOException {
        if (color < 0 && color != MpiRank.UNDEFINED) {
            throw new MpiError(ErrorClass.ARG, "the colour " + color);
        }
        byte[] mine = SoftwareMemory.bytes((long) color << Integer.SIZE | key & 0xFFFF_FFFFL);
        Communicator local = comm.remote == null ? comm : local(comm);
        byte[] here = join(members.gather(local, mine, i -> true, mine.length));
        byte[] there = comm.remote == null ? null : tell(local, 0, comm::inner, 0, LEADERS, here);
        Object made = List.of(comm.context, comm.next(), color);
        int[] ranks = part(here, comm.ranks, color);
        int[] remote = there == null ? null : part(there, comm.remote, color);
        if (color == MpiRank.UNDEFINED || remote != null && remote.length == 0) {
            rank.put(result, 0);
            return;
        }
        make(comm, new Communicator(rank.world.context(made), ranks, remote, rank.pe.number), result);
    }

    /** Returns one of the own group of an intercommunicator. */
    private Communicator local(Communicator inter) {
        Object key = List.of(inter.context, "group", inter.ranks[0]);
        return new Communicator(rank.world.context(key), inter.ranks, rank.pe.number);
    }

    private static byte[] join(byte[][] words) {
        return SoftwareMemory.bytes(Arrays.stream(words)
                .mapToLong(each -> SoftwareMemory.word(each, 0))
                .toArray());
    }

    /** Returns those members that gave a colour, in the order of their keys. */
    private static int[] part(byte[] given, int[] members, int color) {
        return IntStream.range(0, members.length)
                .filter(i -> (int) (SoftwareMemory.word(given, i * Long.BYTES) >> Integer.SIZE) == color)
                .boxed()
                .sorted(Comparator.comparing(i -> (int) SoftwareMemory.word(given, i * Long.BYTES)))
                .mapToInt(i -> members[i])
                .toArray();
    }

    /** One rank is on a node, so that those who share memory are alone. */
    private void splitByNode(Request request) throws IOException {
        Communicator comm = rank.comm(request.number(0));
        split(comm, request.number(1) == MpiRank.UNDEFINED ? MpiRank.UNDEFINED : comm.me, 0, request.at(4));
    }

    private void create(Request request) throws IOException {
        Communicator comm = rank.comm(request.number(0));
        int[] group = rank.groups.get(request.number(1));
        rank.meet(comm);
        Object key = List.of(comm.context, comm.next(), list(group));
        ofGroup(comm, key, group, request.at(2));
    }

    private void createOfGroup(Request request) throws IOException {
        Communicator comm = rank.comm(request.number(0));
        int[] group = rank.groups.get(request.number(1));
        Object what = List.of(comm.context, list(group), "tag", request.number(2));
        ofGroup(comm, List.of(what, groupsMade.merge(what, 1, Integer::sum)), group, request.at(3));
    }

    private void ofGroup(Communicator comm, Object key, int[] group, long result) throws IOException {
        if (Communicator.indexOf(group, rank.pe.number) < 0) {
            rank.put(result, 0);
        } else {
            make(comm, key, group, result);
        }
    }

    private static List<Integer> list(int[] group) {
        return new ArrayList<>(Arrays.stream(group).boxed().toList());
    }

    // ---- intercommunicators

    /** The leaders of two groups tell each other the PEs of theirs. */
    private void connect(Request r) throws IOException {
        Communicator local = rank.comm(r.number(0));
        int leader = r.number(1);
        byte[] mine = SoftwareMemory.bytes(LongStream.concat(
                        LongStream.of(local.context, local.next()),
                        Arrays.stream(local.ranks).asLongStream())
                .toArray());
        byte[] other = tell(local, leader, () -> rank.comm(r.number(2)), r.number(3), r.number(4), mine);
        int[] remote = new int[other.length / Long.BYTES - 2];
        Arrays.setAll(remote, i -> (int) SoftwareMemory.word(other, (i + 2) * Long.BYTES));
        Object here = List.of(SoftwareMemory.word(mine, 0), SoftwareMemory.word(mine, Long.BYTES));
        Object there = List.of(SoftwareMemory.word(other, 0), SoftwareMemory.word(other, Long.BYTES));
        Object key = local.ranks[0] < remote[0] ? List.of(here, there) : List.of(there, here);
        rank.comm(r.number(0));
        make(local, new Communicator(rank.world.context(key), local.ranks, remote, rank.pe.number), r.at(5));
    }

    /** Exchanges bytes of the leaders of two groups, and tells all members what the other leader gave. */
    private byte[] tell(Communicator local, int leader, Supplier<Communicator> peers, int peer, int tag, byte[] mine) {
        byte[][] parts = null;
        if (local.me == leader) {
            Communicator comm = peers.get();
            rank.messages.send(comm, peer, tag, mine, false);
            parts = new byte[local.size()][];
            Arrays.fill(parts, rank.messages.receive(comm, peer, tag));
        }
        return members.exchange(local, parts, i -> i == leader)[leader];
    }

    /** Those whose argument is not higher come first; of equal ones the group with the lowest PE. */
    private void merge(Request r) throws IOException {
        Communicator inter = inter(r);
        int[] here = inter.ranks;
        int[] there = inter.remote;
        Object key = List.of(inter.context, inter.next());
        long high = r.at(1) != 0 ? 1 : 0;
        long other =
                SoftwareMemory.word(tell(local(inter), 0, inter::inner, 0, LEADERS, SoftwareMemory.bytes(high)), 0);
        boolean first = high < other || high == other && here[0] < there[0];
        IntStream all = first
                ? IntStream.concat(Arrays.stream(here), Arrays.stream(there))
                : IntStream.concat(Arrays.stream(there), Arrays.stream(here));
        make(inter, key, all.toArray(), r.at(2));
    }

    private void free(Request request) throws IOException {
        int handle = rank.handle(request.at(0));
        rank.comm(handle);
        if (handle < 1000) {
            throw new MpiError(ErrorClass.COMM, "the communicator that MPI has made cannot be freed");
        }
        rank.release(rank.comms, request.at(0));
    }

    private void compare(Request request) throws IOException {
        Communicator one = rank.comm(request.number(0));
        Communicator other = rank.comm(request.number(1));
        int groups = GroupCalls.compare(one.ranks, other.ranks);
        rank.put(request.at(2), one == other || groups != IDENT ? groups : CONGRUENT);
    }
}
